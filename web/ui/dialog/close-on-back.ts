// Makes the browser's Back close an open dialog, and Forward open it again. While a dialog is open, the
// history has an additional, marked entry.
import { useEffect, useLayoutEffect, useRef } from 'react'

type OpenDialog = { readonly close: () => void; readonly reopen: (() => void) | undefined }

const mark = { isSheet: true } as const
/** The open dialogs. The last one is on top. */
const openDialogs: OpenDialog[] = []
/** The dialog that Back closed last. */
let closedByBack: OpenDialog | undefined
let isLastMarked = isMarked()
let markedAddress = import.meta.env.SSR ? '' : location.href
/** True while a `history.back()` of `leaveMarkedEntry` is pending: the user closed a dialog without Back. */
let isOwnBackPending = false

/** Returns true if the current history entry is the marked entry of a dialog. */
function isMarked(): boolean {
  if (import.meta.env.SSR) return false
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'isSheet' in state
}

/** Adds the marked entry to the history, unless the current entry is marked. */
function pushMarkedEntry(): void {
  if (!isMarked()) history.pushState(mark, '')
  isLastMarked = true
  markedAddress = location.href
}

/**
 * Goes back from the marked entry, if no dialog is open. After a navigation, the current entry belongs to the
 * new page and is not marked, so this function does nothing.
 */
function leaveMarkedEntry(): void {
  if (openDialogs.length > 0 || !isMarked()) return
  isOwnBackPending = true
  history.back()
}

function onPopState(): void {
  const wasMarked = isLastMarked
  const isMarkedNow = isMarked()
  isLastMarked = isMarkedNow
  const top = openDialogs.at(-1)
  if (isOwnBackPending) {
    isOwnBackPending = false
    // Another dialog opened before the browser went back.
    if (top) pushMarkedEntry()
  } else if (isMarkedNow) {
    // The user pressed Forward.
    if (!top) closedByBack?.reopen?.()
  } else if (top) {
    // The user pressed Back. The dialog may refuse to close while it waits for a response, or lie over another one.
    closedByBack = top
    top.close()
    setTimeout(() => {
      if (openDialogs.length > 0) pushMarkedEntry()
    })
  } else if (wasMarked && location.href === markedAddress) {
    // The user left the marked entry of a dialog that no longer exists, for example after a reload.
    history.back()
  }
}

if (!import.meta.env.SSR) window.addEventListener('popstate', onPopState)

/**
 * Makes Back call `onClose` while the dialog is open. After that, Forward calls `onReopen` while the
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
  // This runs before the paint, because the user may press Back immediately.
  useLayoutEffect(() => {
    if (!isOpen) return
    const dialog = {
      close: () => latest.current.onClose(),
      reopen: () => latest.current.onReopen?.(),
    }
    openDialogs.push(dialog)
    closedByBack = undefined
    pushMarkedEntry()
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      setTimeout(leaveMarkedEntry)
    }
  }, [isOpen])
}
