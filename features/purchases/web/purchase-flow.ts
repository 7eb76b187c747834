// One purchase from Reserve to the stamp, driven over the wire: which call follows which, and what
// a reload finds again. The rules of the steps are in purchase-steps.ts; this makes no words.
import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#features/sign-in/contract.ts'
import { profileShape } from '#features/sign-in/web/answer-shapes.ts'
import { phonePattern } from '#values/phone-number.ts'
import { getJson, serverNow } from '#web/api.ts'
import { refreshAfterPurchase } from '#web/query-keys.ts'
import { updateProfile } from '#web/session.ts'
import {
  isCompleted,
  mayHaveHappened,
  readReserved,
  troubleOfComplete,
  troubleOfReserve,
} from './purchase-answers.ts'
import { askCancel, askComplete, askNotify, askReserve } from './purchase-calls.ts'
import {
  forgetRecord,
  freshRecord,
  type PurchaseRecord,
  type Request,
  readRecord,
  recordFor,
  writeRecord,
} from './purchase-record.ts'
import {
  atAck,
  atCheckout,
  nextState,
  type Pending,
  type PurchaseEvent,
  type PurchaseKind,
  type PurchaseState,
  type Trouble,
  typedMatches,
} from './purchase-steps.ts'

export type Buyer = Pick<Profile, 'id' | 'phone' | 'nickname' | 'firstName'>
/** What the card's own field gave: its token, or what is wrong with it; nothing where none is due. */
export type CardAnswer = { readonly token: string } | { readonly trouble: Trouble } | undefined

const expired: Trouble = { at: 'form', code: 'purchase_expired' }

function stateOf(record: PurchaseRecord | undefined): PurchaseState {
  const pending = record?.pending
  if (record?.order && !pending) return { ...atCheckout, work: 'checking' }
  if (!pending) return atCheckout
  if (record.completing) {
    return { ...atAck(pending, { state: 'none' }), typed: pending.txId, work: 'checking' }
  }
  if (Date.parse(pending.expiresAt) <= serverNow()) return { ...atCheckout, trouble: expired }
  return atAck(pending, { state: pending.asksBank ? 'unknown' : 'none' })
}

/** `scope` names the place in the tab's storage; the same scope always goes on where it was. */
export function createPurchaseFlow(
  { scope, kind }: { readonly scope: string; readonly kind: PurchaseKind },
  buyer: () => Buyer,
  client: QueryClient,
) {
  const listeners = new Set<() => void>()
  let state = stateOf(readRecord(scope, buyer().id))
  let running = false
  let life = new AbortController()

  const kept = () => readRecord(scope, buyer().id)
  const refresh = () => void refreshAfterPurchase(client)
  const startAnew = () => writeRecord(scope, freshRecord(buyer().id))
  const asking = () => {
    return { signal: life.signal, onUnknown: () => dispatch({ type: 'outcome-unknown' }) }
  }

  function dispatch(event: PurchaseEvent) {
    state = nextState(state, event)
    for (const listener of listeners) listener()
  }

  /** One thing at a time: a second press finds it running and does nothing. */
  async function once(act: () => Promise<void>) {
    if (running) return
    const { signal } = life
    running = true
    try {
      await act()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (signal === life.signal) running = false
    }
  }

  async function sendReserve(sent: PurchaseRecord & Request, cardToken?: string) {
    const { signal } = life
    const { order, recipient, vintageYear } = sent
    const token = cardToken === undefined ? {} : { card_token: cardToken }
    const extra = { telephone: recipient ?? buyer().phone, ...token }
    try {
      const answer = await askReserve(order, extra, sent.key, asking())
      const { clientSecret, ...rest } = readReserved(answer)
      const asksBank = clientSecret !== null
      const kg = Number(order.count)
      const pending = { ...rest, kg, recipient, vintageYear, asksBank }
      writeRecord(scope, { ...sent, pending })
      const bank = asksBank
        ? ({ state: 'asks', clientSecret } as const)
        : ({ state: 'none' } as const)
      dispatch({ type: 'reserved', pending, bank })
    } catch (error) {
      if (signal.aborted) return
      // What is not final goes on under the same key.
      if (!mayHaveHappened(error)) startAnew()
      dispatch({ type: 'refused', trouble: troubleOfReserve(error) })
    }
    refresh()
  }

  async function sendComplete(pending: Pending) {
    const { signal } = life
    const record = { ...(kept() ?? freshRecord(buyer().id)), pending, completing: true }
    writeRecord(scope, record)
    try {
      const status = await askComplete(pending.txId, record.key, asking())
      if (status === 'COMPLETED') return succeed(pending)
      writeRecord(scope, { ...record, completing: false })
      dispatch({ type: 'refused', trouble: { at: 'form', code: 'verification_failed' } })
    } catch (error) {
      if (signal.aborted) return
      const { isOver, trouble } = troubleOfComplete(error)
      if (isOver) startAnew()
      else writeRecord(scope, { ...record, completing: mayHaveHappened(error) })
      dispatch({ type: isOver ? 'ended' : 'refused', trouble })
      if (trouble.at === 'bank' && state.step === 'ack' && state.bank.state === 'none') {
        dispatch({ type: 'bank-known', bank: { state: 'unknown' } })
      }
      if (isOver) refresh()
    }
  }

  function succeed(pending: Pending) {
    const note = kept()?.order?.note
    forgetRecord(scope)
    dispatch({ type: 'completed' })
    notify(pending, typeof note === 'string' ? note : '')
    void getJson('/passport/me', profileShape).then(updateProfile, () => undefined)
    refresh()
  }

  /** Once, on success (specification 4). A receiver whose number is not known here hears of it too. */
  function notify({ recipient, kg, txId }: Pending, giftNote: string) {
    const { phone, nickname, firstName } = buyer()
    const from = nickname ?? firstName ?? ''
    if (recipient === null) {
      void askNotify({ to: phone, templateKey: 'purchase_success', variables: { kg, txId }, from })
    } else if (phonePattern.test(recipient)) {
      const variables = { kg, txId, giftNote }
      void askNotify({ to: recipient, templateKey: 'gift_success', variables, from })
    }
  }

  /** `kept`: it ends by itself at its time. `completed`: an answer that was lost had completed it. */
  async function release({ txId }: Pending): Promise<'released' | 'kept' | 'completed'> {
    const outcome = await askCancel(txId).then(
      () => 'released' as const,
      (error: unknown) => (isCompleted(error) ? ('completed' as const) : ('kept' as const)),
    )
    if (outcome === 'completed') return outcome
    startAnew()
    refresh()
    return outcome
  }

  async function resume() {
    const record = kept()
    if (record?.pending && record.completing) {
      const { pending } = record
      return once(() => sendComplete(pending))
    } else if (record?.order && (!record.pending || record.pending.asksBank)) {
      const { order } = record
      // Under the same key the server answers what it answered, the bank's handle included.
      return once(() => sendReserve({ ...record, order }))
    }
  }

  return {
    kind,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Resolves when what was left open is answered. */
    start() {
      life = new AbortController()
      running = false
      return resume()
    },
    stop: () => life.abort(),
    /** The key is made when the step opens. */
    openStep() {
      if (kept() === undefined) startAnew()
    },
    edited: () => dispatch({ type: 'edited' }),
    typed: (text: string) => dispatch({ type: 'typed', text }),
    startOver: () => dispatch({ type: 'started-over' }),
    refuse: (trouble: Trouble) => {
      if (!running) dispatch({ type: 'refused', trouble })
    },
    reserve: (request: Request, card: () => Promise<CardAnswer>) =>
      once(async () => {
        dispatch({ type: 'reserve-sent' })
        const answer = await card()
        if (answer && 'trouble' in answer) {
          dispatch({ type: 'refused', trouble: answer.trouble })
          return
        }
        const sent = { ...recordFor(request, kept(), buyer().id), ...request }
        writeRecord(scope, sent)
        await sendReserve(sent, answer?.token)
      }),
    complete: () =>
      once(async () => {
        if (state.step !== 'ack') return
        const { bank, pending } = state
        if (bank.state === 'asks') {
          dispatch({ type: 'refused', trouble: { at: 'bank', code: 'card_action_required' } })
        } else if (!typedMatches(state)) {
          dispatch({ type: 'refused', trouble: { at: 'typed', code: 'mismatch' } })
        } else {
          dispatch({ type: 'complete-sent' })
          await sendComplete(pending)
        }
      }),
    /** `completed`: there was nothing left to cancel, and the last step says so. */
    async cancel(): Promise<'released' | 'kept' | 'completed' | 'busy'> {
      if (state.step !== 'ack' || running) return 'busy'
      const { pending } = state
      let outcome: 'released' | 'kept' | 'completed' = 'kept'
      await once(async () => {
        dispatch({ type: 'cancel-sent' })
        outcome = await release(pending)
        if (outcome === 'completed') succeed(pending)
        else dispatch({ type: 'ended', trouble: null })
      })
      return outcome
    },
    /** `ask` resolves with whether the bank said yes; it throws where nothing was reached. */
    askBank: (ask: (clientSecret: string) => Promise<boolean>) =>
      once(async () => {
        if (state.step !== 'ack' || state.bank.state !== 'asks') return
        const { pending, bank } = state
        dispatch({ type: 'bank-sent' })
        let approved: boolean
        try {
          approved = await ask(bank.clientSecret)
        } catch {
          dispatch({ type: 'refused', trouble: { at: 'bank', code: 'unreached' } })
          return
        }
        if (approved) {
          const record = kept()
          if (record) writeRecord(scope, { ...record, pending: { ...pending, asksBank: false } })
          dispatch({ type: 'bank-known', bank: { state: 'approved' } })
          return
        }
        await release(pending)
        dispatch({ type: 'ended', trouble: { at: 'card', code: 'bank_declined' } })
      }),
    /** The countdown ended. While an answer is open the server decides. */
    expire() {
      if (running || state.step !== 'ack') return
      startAnew()
      dispatch({ type: 'ended', trouble: expired })
      refresh()
    },
  }
}

export type PurchaseFlow = ReturnType<typeof createPurchaseFlow>
