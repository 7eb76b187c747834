// Ends a reservation: completes it, cancels it, or handles a refusal of the bank or its expiry. It shows a
// failure only if the server cannot have completed the purchase, and never releases a purchase whose
// completion is in progress.
import { getPassport } from '#features/people/people-calls.ts'
import { updateProfile } from '#features/people/web/session/session.ts'
import { phonePattern } from '#values/text/phone-number.ts'
import { isUnreached } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { type Purchase, signatureOf } from '../purchase.ts'
import { noteOf } from '../purchase-record.ts'
import {
  askComplete,
  askNotify,
  askRelease,
  completeProblem,
  mayHaveHappened,
  type Release,
} from '../purchase-requests.ts'
import { expired, type Pending, typedMatches } from '../purchase-steps.ts'

/**
 * Completes a purchase. If the bank waits for the user's answer or the retyped id is wrong, shows a problem
 * and sends nothing.
 */
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

/**
 * Number of attempts without a final answer, in about 8 s, after which a failed verification is shown. The
 * user may try again.
 */
const attemptsMax = 5

/** Sends validatePin until its answer is final, then shows the success or the problem. */
export async function sendComplete(purchase: Purchase, pending: Pending, signal: AbortSignal) {
  const record = { ...purchase.record(), pending, completing: true }
  purchase.keep(record)
  const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })
  try {
    const status = await askComplete(pending.txId, record.key, { signal, onUnknown, attemptsMax })
    if (status === 'COMPLETED') return succeed(purchase, pending)
    purchase.keep({ ...record, completing: false })
    const problem = { at: 'form', code: 'verification_failed' } as const
    purchase.dispatch({ type: 'refused', problem })
  } catch (error) {
    if (signal.aborted) return
    const { hasEnded, problem } = completeProblem(error)
    if (hasEnded) purchase.startAgain()
    else purchase.keep({ ...record, completing: mayHaveHappened(error) })
    purchase.dispatch({ type: hasEnded ? 'ended' : 'refused', problem })
    const state = purchase.state()
    if (problem.at === 'bank' && state.step === 'ack' && state.bank.state === 'none') {
      purchase.dispatch({ type: 'bank-known', bank: { state: 'unknown' } })
    }
    if (hasEnded) purchase.refresh()
  }
}

/** Shows the success, requests the message, and reloads the passport and lists. */
export function succeed(purchase: Purchase, pending: Pending): void {
  const record = purchase.record()
  const note = noteOf(record)
  const orderSignature = record.order?.from_name
  purchase.forget()
  purchase.dispatch({ type: 'completed' })
  notify(purchase, pending, { note, from: orderSignature || signatureOf(purchase.buyer()) })
  void ask(getPassport, {}).then(updateProfile, () => undefined)
  purchase.refresh()
}

/**
 * Requests the message of the purchase. If the receiver's phone number is masked here, sends no request. The
 * server sends the message in any case.
 */
function notify(
  purchase: Purchase,
  { recipient, kg, txId }: Pending,
  { note: giftNote, from }: { readonly note: string; readonly from: string },
): void {
  if (recipient === null) {
    const to = purchase.buyer().phone
    void askNotify({ to, templateKey: 'purchase_success', variables: { kg, txId }, from })
  } else if (phonePattern.test(recipient)) {
    const variables = { kg, txId, giftNote }
    void askNotify({ to: recipient, templateKey: 'gift_success', variables, from })
  }
}

/**
 * Sends cancelPin. Unless the purchase is completed, gives the next order a new idempotency key and reloads
 * the lists, even if the reservation was kept.
 */
async function release(purchase: Purchase, { txId }: Pending): Promise<Release> {
  const outcome = await askRelease(txId)
  if (outcome === 'completed') return outcome
  purchase.startAgain()
  purchase.refresh()
  return outcome
}

/**
 * Cancels the reservation and shows the first step. If the purchase was complete already, shows the success.
 * Returns `busy` if there is no reservation or another action runs.
 */
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

/** Resolves to true if the user confirmed the payment at the bank. Throws if the bank was not reached. */
export type AskBank = (clientSecret: string) => Promise<boolean>

/**
 * Runs the bank's confirmation and stores the approval. If the bank declines, releases the reservation and
 * shows the first step. If the bank cannot be reached, shows the problem and keeps the reservation.
 */
export function askBank(purchase: Purchase, confirmAtBank: AskBank): Promise<void> {
  return purchase.once(async () => {
    const state = purchase.state()
    if (state.step !== 'ack' || state.bank.state !== 'asks') return
    const { pending, bank } = state
    purchase.dispatch({ type: 'bank-sent' })
    let isApproved: boolean
    try {
      isApproved = await confirmAtBank(bank.clientSecret)
    } catch (error) {
      const code = isUnreached(error) ? 'unreached' : 'unavailable'
      purchase.dispatch({ type: 'refused', problem: { at: 'bank', code } })
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

/** Ends the reservation after its countdown. Does nothing if Complete was sent, because its answer decides. */
export function expire(purchase: Purchase): void {
  if (purchase.isRunning() || purchase.state().step !== 'ack') return
  if (purchase.record().completing) return
  purchase.startAgain()
  purchase.dispatch({ type: 'ended', problem: expired })
  purchase.refresh()
}
