// The browser's Back closes an open sheet instead of leaving the page, and Forward opens it again. An open
// sheet stands on a place of its own in the history, marked as such; what closing means is the sheet's.
import { useEffect, useLayoutEffect, useRef } from 'react'

type Sheet = { readonly close: () => void; readonly reopen: (() => void) | undefined }

const mark = { isSheet: true } as const
/** From the lowest to the one on top. */
const openSheets: Sheet[] = []
/** Which one Back closed last. */
let closedByBack: Sheet | undefined
let wasMarked = isMarked()
let markedAddress = import.meta.env.SSR ? '' : location.href
/** A step back that is asked for here, after a sheet was closed by hand. */
let isOwnStep = false

function isMarked(): boolean {
  if (import.meta.env.SSR) return false
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'isSheet' in state
}

function takePlace(): void {
  if (!isMarked()) history.pushState(mark, '')
  wasMarked = true
  markedAddress = location.href
}

/** Not where another page was opened meanwhile: its place is no sheet's. */
function leavePlace(): void {
  if (openSheets.length > 0 || !isMarked()) return
  isOwnStep = true
  history.back()
}

function onStep(): void {
  const hadPlace = wasMarked
  wasMarked = isMarked()
  const top = openSheets.at(-1)
  if (isOwnStep) {
    isOwnStep = false
    // Another sheet was opened before the step was done.
    if (top) takePlace()
  } else if (wasMarked) {
    if (!top) closedByBack?.reopen?.()
  } else if (top) {
    closedByBack = top
    top.close()
    // It may refuse, while an answer is awaited.
    setTimeout(() => {
      if (openSheets.includes(top)) takePlace()
    })
  } else if (hadPlace && location.href === markedAddress) {
    // A sheet's place without its sheet, as after a reload: nobody saw that step.
    history.back()
  }
}

if (!import.meta.env.SSR) window.addEventListener('popstate', onStep)

/**
 * `onClose` is what Escape and Cancel call too, or something milder; `onReopen` is called by Forward
 * while the component is still there.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void, onReopen?: () => void): void {
  const latest = useRef({ onClose, onReopen })
  useEffect(() => {
    latest.current = { onClose, onReopen }
  })
  useEffect(
    () => () => {
      closedByBack = undefined
    },
    [],
  )
  // With the drawing: Back may come at once.
  useLayoutEffect(() => {
    if (!isOpen) return
    const sheet = {
      close: () => latest.current.onClose(),
      reopen: () => latest.current.onReopen?.(),
    }
    openSheets.push(sheet)
    closedByBack = undefined
    takePlace()
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1)
      setTimeout(leavePlace)
    }
  }, [isOpen])
}
