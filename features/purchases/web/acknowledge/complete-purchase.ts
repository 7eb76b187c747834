// Completes a reservation (validatePin) and, once, tells whoever it concerns. Never 'failed' while the
// server may have done it.
import { profileShape } from '#features/sign-in/web/answer-shapes.ts'
import { phonePattern } from '#values/phone-number.ts'
import { getJson } from '#web/api.ts'
import { updateProfile } from '#web/session.ts'
import type { Purchase } from '../purchase.ts'
import { completeProblem, mayHaveHappened } from '../purchase-answers.ts'
import { askComplete, askNotify } from '../purchase-calls.ts'
import { type Pending, typedMatches } from '../purchase-steps.ts'

/** What was typed must be the id, and the bank must have been answered. */
export function complete(purchase: Purchase): Promise<void> {
  return purchase.once(async (signal) => {
    const state = purchase.state()
    if (state.step !== 'ack') return
    if (state.bank.state === 'asks') {
      const problem = { at: 'bank', code: 'card_action_required' } as const
      purchase.dispatch({ type: 'refused', problem })
    } else if (!typedMatches(state)) {
      purchase.dispatch({ type: 'refused', problem: { at: 'typed', code: 'mismatch' } })
    } else {
      purchase.dispatch({ type: 'complete-sent' })
      await sendComplete(purchase, state.pending, signal)
    }
  })
}

export async function sendComplete(purchase: Purchase, pending: Pending, signal: AbortSignal) {
  const record = { ...purchase.record(), pending, completing: true }
  purchase.keep(record)
  const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })
  try {
    const status = await askComplete(pending.txId, record.key, { signal, onUnknown })
    if (status === 'COMPLETED') return succeed(purchase, pending)
    purchase.keep({ ...record, completing: false })
    const problem = { at: 'form', code: 'verification_failed' } as const
    purchase.dispatch({ type: 'refused', problem })
  } catch (error) {
    if (signal.aborted) return
    const { isOver, problem } = completeProblem(error)
    if (isOver) purchase.startAnew()
    else purchase.keep({ ...record, completing: mayHaveHappened(error) })
    purchase.dispatch({ type: isOver ? 'ended' : 'refused', problem })
    const state = purchase.state()
    if (problem.at === 'bank' && state.step === 'ack' && state.bank.state === 'none') {
      purchase.dispatch({ type: 'bank-known', bank: { state: 'unknown' } })
    }
    if (isOver) purchase.refresh()
  }
}

export function succeed(purchase: Purchase, pending: Pending): void {
  const note = purchase.record().order?.note
  purchase.forget()
  purchase.dispatch({ type: 'completed' })
  notify(purchase, pending, typeof note === 'string' ? note : '')
  void getJson('/passport/me', profileShape).then(updateProfile, () => undefined)
  purchase.refresh()
}

/** Once, on success (specification 4). A receiver whose number is not known here hears of it too. */
function notify(purchase: Purchase, { recipient, kg, txId }: Pending, giftNote: string): void {
  const { phone, nickname, firstName } = purchase.buyer()
  const from = nickname ?? firstName ?? ''
  if (recipient === null) {
    void askNotify({ to: phone, templateKey: 'purchase_success', variables: { kg, txId }, from })
  } else if (phonePattern.test(recipient)) {
    const variables = { kg, txId, giftNote }
    void askNotify({ to: recipient, templateKey: 'gift_success', variables, from })
  }
}
