// Announces the end of a completion whose dialog or page was closed before the answer.
import { useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { receiverText } from './gift/gift-fields.tsx'
import type { Purchase } from './purchase.ts'
import type { DialogState } from './purchase-steps.ts'
import { wordsOf } from './purchase-words.ts'

/** Whether Complete was sent and has no answer yet. */
export function isCompleting(state: DialogState): boolean {
  return state.step === 'ack' && (state.work === 'completing' || state.work === 'checking')
}

/**
 * Announces the end of a completion. A completed purchase is cleared, so that the form starts
 * empty.
 */
export function announceEnd(purchase: Purchase): void {
  const state = purchase.state()
  if (state.step !== 'success') {
    if (state.problem) showToast(wordsOf(state.problem, purchase.kind), { important: true })
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

/**
 * Announces the end where no dialog shows it. `onDone` runs after a completed purchase was cleared.
 */
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
const left = new Map<string, { readonly purchase: Purchase; readonly unsubscribe: () => void }>()

/** Lets a completion continue without its page, and announces its end. */
export function leaveCompleting(scope: string, purchase: Purchase): void {
  const unsubscribe = purchase.subscribe(() => {
    if (isCompleting(purchase.state())) return
    takeBack(scope)
    announceEnd(purchase)
  })
  left.set(scope, { purchase, unsubscribe })
}

/**
 * Returns the completion that continues in this scope, for the page that shows it again; undefined
 * without one.
 */
export function takeBack(scope: string): Purchase | undefined {
  const found = left.get(scope)
  found?.unsubscribe()
  left.delete(scope)
  return found?.purchase
}
