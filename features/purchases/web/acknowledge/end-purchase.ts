// The other ends of a reservation: Cancel, a bank that declined, and time. It must never release what
// is being completed.

import type { Purchase } from '../purchase.ts'
import { isCompleted } from '../purchase-answers.ts'
import { askCancel } from '../purchase-calls.ts'
import { expired, type Pending } from '../purchase-steps.ts'
import { succeed } from './complete-purchase.ts'

/** `kept`: it ends by itself at its time. `completed`: an answer that was lost had completed it. */
type Release = 'released' | 'kept' | 'completed'

async function release(purchase: Purchase, { txId }: Pending): Promise<Release> {
  const outcome = await askCancel(txId).then(
    () => 'released' as const,
    (error: unknown) => (isCompleted(error) ? ('completed' as const) : ('kept' as const)),
  )
  if (outcome === 'completed') return outcome
  purchase.startAnew()
  purchase.refresh()
  return outcome
}

/** `completed`: there was nothing left to cancel, and the last step says so. */
export async function cancel(purchase: Purchase): Promise<Release | 'busy'> {
  const state = purchase.state()
  if (state.step !== 'ack' || purchase.isRunning()) return 'busy'
  const { pending } = state
  let outcome: Release = 'kept'
  await purchase.once(async () => {
    purchase.dispatch({ type: 'cancel-sent' })
    outcome = await release(purchase, pending)
    if (outcome === 'completed') succeed(purchase, pending)
    else purchase.dispatch({ type: 'ended', problem: null })
  })
  return outcome
}

/** Resolves with what the bank was told; throws where nothing was reached. */
export type AskBank = (clientSecret: string) => Promise<boolean>

export function askBank(purchase: Purchase, ask: AskBank): Promise<void> {
  return purchase.once(async () => {
    const state = purchase.state()
    if (state.step !== 'ack' || state.bank.state !== 'asks') return
    const { pending, bank } = state
    purchase.dispatch({ type: 'bank-sent' })
    let isApproved: boolean
    try {
      isApproved = await ask(bank.clientSecret)
    } catch {
      purchase.dispatch({ type: 'refused', problem: { at: 'bank', code: 'unreached' } })
      return
    }
    if (isApproved) {
      purchase.keep({ ...purchase.record(), pending: { ...pending, asksBank: false } })
      purchase.dispatch({ type: 'bank-known', bank: { state: 'approved' } })
      return
    }
    await release(purchase, pending)
    purchase.dispatch({ type: 'ended', problem: { at: 'card', code: 'bank_declined' } })
  })
}

/** The countdown ended. While an answer is open the server decides. */
export function expire(purchase: Purchase): void {
  if (purchase.isRunning() || purchase.state().step !== 'ack') return
  purchase.startAnew()
  purchase.dispatch({ type: 'ended', problem: expired })
  purchase.refresh()
}
