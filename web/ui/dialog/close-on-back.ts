// Makes the browser's Back close an open dialog, and Forward open it again. An open dialog has its
// own marked entry in the history; the dialog decides the effect of closing.
import { useEffect, useLayoutEffect, useRef } from 'react'

type Sheet = { readonly close: () => void; readonly reopen: (() => void) | undefined }

const mark = { isSheet: true } as const
/** The open dialogs, the topmost one last. */
const openSheets: Sheet[] = []
/** The dialog that Back closed last. */
let closedByBack: Sheet | undefined
let wasMarked = isMarked()
let markedAddress = import.meta.env.SSR ? '' : location.href
/** A step back by this file, after the user closed a dialog by hand. */
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

/** Goes back over the entry of a closed dialog. After navigation the entry is the new page's and stays. */
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
    // Another dialog opened before the step was done.
    if (top) takePlace()
  } else if (wasMarked) {
    if (!top) closedByBack?.reopen?.()
  } else if (top) {
    closedByBack = top
    top.close()
    // The dialog may stay open while an answer is awaited.
    setTimeout(() => {
      if (openSheets.includes(top)) takePlace()
    })
  } else if (hadPlace && location.href === markedAddress) {
    // Skips the entry of a dialog that is no longer open, as after a reload.
    history.back()
  }
}

if (!import.meta.env.SSR) window.addEventListener('popstate', onStep)

/**
 * `onClose` is the handler of Escape and Cancel, or a milder one; Forward calls `onReopen` while
 * the component exists.
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
  // Runs with the drawing, because Back may come at once.
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
