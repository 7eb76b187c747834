// Shows a toast when a completion ends after its dialog or page was closed.
import { useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { receiverText } from './gift/gift-fields.tsx'
import type { Purchase } from './purchase.ts'
import type { DialogState } from './purchase-steps.ts'
import { problemText } from './purchase-words.ts'

/** Returns true while Complete was sent and its answer is awaited. */
export function isCompleting(state: DialogState): boolean {
  return state.step === 'ack' && (state.work === 'completing' || state.work === 'checking')
}

/** Shows a toast about the success or the problem. After a success, resets the dialog to its first step. */
export function announceEnd(purchase: Purchase): void {
  const state = purchase.state()
  if (state.step !== 'success') {
    if (state.problem) showToast(problemText(state.problem, purchase.kind), { important: true })
    return
  }
  const { kg, recipient } = state.pending
  showToast(
    recipient === null
      ? texts.purchases_added({ kg })
      : texts.gifts_given({ kg, name: receiverText(state.pending) }),
  )
  purchase.dispatch({ type: 'started-over' })
}

/** Announces the end of a completion while the dialog is closed. Calls `onDone` after a success. */
export function useEndNotice(
  open: boolean,
  state: DialogState,
  purchase: Purchase,
  onDone: (() => void) | undefined,
): void {
  const wasCompleting = useRef(false)
  useEffect(() => {
    const hasEnded = wasCompleting.current && !isCompleting(state)
    wasCompleting.current = isCompleting(state)
    if (open || !hasEnded) return
    announceEnd(purchase)
    if (state.step === 'success') onDone?.()
  }, [open, state, purchase, onDone])
}

/** Completions that continue after their page was left, by scope. */
const detached = new Map<
  string,
  { readonly purchase: Purchase; readonly unsubscribe: () => void }
>()

/** Keeps a completion running without its page, and announces its end. */
export function leaveCompleting(scope: string, purchase: Purchase): void {
  const unsubscribe = purchase.subscribe(() => {
    if (isCompleting(purchase.state())) return
    takeBack(scope)
    announceEnd(purchase)
  })
  detached.set(scope, { purchase, unsubscribe })
}

/**
 * Returns the completion that continues without a page in this scope, and stops announcing its end, because
 * a page shows it again. Undefined if there is none.
 */
export function takeBack(scope: string): Purchase | undefined {
  const completion = detached.get(scope)
  completion?.unsubscribe()
  detached.delete(scope)
  return completion?.purchase
}
