// Makes the browser's Back close an open dialog, and Forward open it again. An open dialog has its
// own marked entry in the history; the dialog decides the effect of closing.
import { useEffect, useLayoutEffect, useRef } from 'react'

type Sheet = { readonly close: () => void; readonly reopen: (() => void) | undefined }

const mark = { isSheet: true } as const
/** The open dialogs, the topmost one last. */
const openSheets: Sheet[] = []
/** The dialog that Back closed most recently. */
let closedByBack: Sheet | undefined
let wasMarked = isMarked()
let markedAddress = import.meta.env.SSR ? '' : location.href
/** True while this file's own `history.back()` is pending, after the user closed a dialog by hand. */
let isOwnStep = false

function isMarked(): boolean {
  if (import.meta.env.SSR) return false
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'isSheet' in state
}

/** Adds the marked entry of an open dialog to the history, unless the current entry is marked. */
function pushMark(): void {
  if (!isMarked()) history.pushState(mark, '')
  wasMarked = true
  markedAddress = location.href
}

/**
 * Goes back over the marked entry once no dialog is open. After a navigation the current entry belongs to the
 * new page and is not marked, so it stays.
 */
function leaveMark(): void {
  if (openSheets.length > 0 || !isMarked()) return
  isOwnStep = true
  history.back()
}

function onPopState(): void {
  const wasMarkedBefore = wasMarked
  const isMarkedNow = isMarked()
  wasMarked = isMarkedNow
  const top = openSheets.at(-1)
  if (isOwnStep) {
    isOwnStep = false
    // Another dialog opened before the step was done.
    if (top) pushMark()
  } else if (isMarkedNow) {
    // Forward: reopens the dialog.
    if (!top) closedByBack?.reopen?.()
  } else if (top) {
    // Back: closes the top dialog, which may stay open while an answer is awaited.
    closedByBack = top
    top.close()
    setTimeout(() => {
      if (openSheets.includes(top)) pushMark()
    })
  } else if (wasMarkedBefore && location.href === markedAddress) {
    // Skips the entry of a dialog that is no longer open, e.g. after a reload.
    history.back()
  }
}

if (!import.meta.env.SSR) window.addEventListener('popstate', onPopState)

/**
 * While the dialog is open, Back calls `onClose`. Afterwards Forward calls `onReopen`, as long as the
 * component is mounted.
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
  // Runs before the paint, because the user may press Back immediately.
  useLayoutEffect(() => {
    if (!isOpen) return
    const sheet = {
      close: () => latest.current.onClose(),
      reopen: () => latest.current.onReopen?.(),
    }
    openSheets.push(sheet)
    closedByBack = undefined
    pushMark()
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1)
      setTimeout(leaveMark)
    }
  }, [isOpen])
}
