// Tests the steps of a purchase without a browser: the effect of each event in each step.
import { describe, expect, it } from 'vitest'
import {
  type AckState,
  atAck,
  atCheckout,
  type DialogState,
  nextState,
  type Pending,
  type PurchaseEvent,
  typedMatches,
} from './purchase-steps.ts'

const pending: Pending = {
  txId: 'CP-7K2M-9QXF-4HJD',
  expiresAt: '2026-11-21T10:00:00.000Z',
  kg: 100,
  total: 3.1,
  currency: 'GBP',
  walletUsed: 1,
  cardUsed: 2.1,
  vintageYear: 2022,
  recipient: null,
  recipientName: null,
  asksBank: false,
}
const none = { state: 'none' } as const
const declined = { at: 'card', code: 'card_declined', text: 'Your card was declined.' } as const

function through(state: DialogState, ...events: PurchaseEvent[]): DialogState {
  return events.reduce(nextState, state)
}
function acked(change: Partial<AckState> = {}): AckState {
  return { ...atAck(pending, none), ...change }
}

describe('the checkout', () => {
  it('leads to ack with the issued id', () => {
    const state = through(
      atCheckout,
      { type: 'reserve-sent' },
      { type: 'reserved', pending, bank: none },
    )
    expect(state).toMatchObject({ step: 'ack', pending, typed: '', work: 'none', problem: null })
  })

  it('shows checking while the outcome is unknown, and never a failure', () => {
    const state = through(atCheckout, { type: 'reserve-sent' }, { type: 'outcome-unknown' })
    expect(state).toEqual({ step: 'checkout', work: 'checking', problem: null })
    expect(through(atCheckout, { type: 'outcome-unknown' })).toBe(atCheckout)
  })

  it('keeps a refusal until a field is edited, but not while an answer is awaited', () => {
    const refused = through(
      atCheckout,
      { type: 'reserve-sent' },
      { type: 'refused', problem: declined },
    )
    expect(refused).toEqual({ step: 'checkout', work: 'none', problem: declined })
    expect(through(refused, { type: 'edited' })).toEqual(atCheckout)
    const sent = through(refused, { type: 'reserve-sent' })
    expect(through(sent, { type: 'edited' })).toBe(sent)
  })

  it('ignores the events of completing', () => {
    expect(through(atCheckout, { type: 'completed' }, { type: 'complete-sent' })).toBe(atCheckout)
  })
})

describe('the ack', () => {
  it('compares the typed text with the issued id, without the spaces around it', () => {
    expect(typedMatches(acked({ typed: ' CP-7K2M-9QXF-4HJD\n' }))).toBe(true)
    expect(typedMatches(acked({ typed: 'CP-7K2M-9QXF-4HJ' }))).toBe(false)
    expect(typedMatches(acked({ typed: '' }))).toBe(false)
  })

  it('keeps the typed text through a refusal', () => {
    const problem = { at: 'typed', code: 'mismatch' } as const
    const state = through(acked(), { type: 'typed', text: 'CP-2' }, { type: 'refused', problem })
    expect(state).toMatchObject({ typed: 'CP-2', problem, work: 'none' })
    expect(through(state, { type: 'typed', text: 'CP-7' })).toMatchObject({ problem: null })
  })

  it('waits only while it is completed, cancelled or confirmed', () => {
    const work = (...events: PurchaseEvent[]) => {
      const state = through(acked(), ...events)
      return state.step === 'ack' ? state.work : state.step
    }
    expect(work({ type: 'cancel-sent' })).toBe('cancelling')
    expect(work({ type: 'bank-sent' })).toBe('confirming')
    expect(work({ type: 'bank-sent' }, { type: 'bank-known', bank: { state: 'approved' } })).toBe(
      'none',
    )
    expect(work({ type: 'complete-sent' }, { type: 'refused', problem: declined })).toBe('none')
  })

  it('leads to success, and from there only to a new start', () => {
    const success = through(acked(), { type: 'complete-sent' }, { type: 'completed' })
    expect(success).toEqual({ step: 'success', pending })
    expect(through(success, { type: 'ended', problem: null }, { type: 'cancel-sent' })).toBe(
      success,
    )
    expect(through(success, { type: 'started-over' })).toEqual(atCheckout)
  })

  it('stays in checking while the outcome is unknown; a press alone is not an unknown outcome', () => {
    const sent = through(acked(), { type: 'complete-sent' }, { type: 'outcome-unknown' })
    expect(sent).toMatchObject({ step: 'ack', work: 'checking' })
    expect(through(acked(), { type: 'outcome-unknown' })).toMatchObject({ work: 'none' })
  })

  it('returns to the checkout with the reason when it is over', () => {
    const problem = { at: 'form', code: 'purchase_expired' } as const
    expect(through(acked(), { type: 'ended', problem })).toEqual({ ...atCheckout, problem })
  })

  it('takes the bank’s handle when it is requested again, and keeps its step', () => {
    const unknown = acked({ bank: { state: 'unknown' }, typed: 'CP-' })
    const bank = { state: 'asks', clientSecret: 's' } as const
    expect(through(unknown, { type: 'reserved', pending, bank })).toMatchObject({
      bank,
      typed: 'CP-',
    })
  })
})
