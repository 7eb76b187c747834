// Tests the history of a purchase in words, from the rows of every kind of purchase.
import { describe, expect, it } from 'vitest'
import { type PurchaseHistory, timelineOf } from './purchase-timeline.ts'

const minute = (count: number) => new Date(Date.parse('2026-11-27T09:00:00Z') + count * 60_000)

type Posting = PurchaseHistory['postings'][number]
type Changes = {
  readonly purchase?: Partial<PurchaseHistory['purchase']>
  readonly facts?: Partial<PurchaseHistory['facts']>
} & Partial<Omit<PurchaseHistory, 'purchase' | 'facts'>>

const purchase: PurchaseHistory['purchase'] = {
  tx_id: 'CP-7K2M-9QXF-4HJD',
  buyer_id: 'buyer',
  batch_id: 'batch',
  serial_number: 'SERIAL-1-50',
  quantity_kg: 20,
  is_gift: false,
  is_reward: false,
  holder_id: 'buyer',
  currency: 'GBP',
  rate: 1,
  total_minor: 203,
  wallet_minor: 0,
  card_minor: 203,
  state: 'COMPLETED',
  card_state: 'CAPTURED',
  card_payment_id: 'pi_1',
  failure_code: null,
  completion_failures: 0,
  first_place: 1,
  created_at: minute(0),
  expires_at: minute(10),
  card_checked_at: minute(2),
  completed_at: minute(2),
  reversal: 'none',
  keeps_kilograms: false,
  refunded_kg: 0,
  refunded_minor: 0,
  lost_minor: 0,
  due_minor: 0,
  paid_minor: 0,
  reinstated_minor: 0,
  overpaid_minor: 0,
  attempt: 1,
  pending_since: null,
  is_wallet_lapsed: false,
  recipient: null,
}
const facts: PurchaseHistory['facts'] = {
  received_at: null,
  thanked_at: null,
  deliver_on: null,
  delivered_at: null,
  certificate_at: null,
  log_entry: null,
  refund_since: null,
  stage_since: null,
  wallet_returned_at: null,
}
const posting = (
  at: number,
  source: string,
  destination: string,
  more: Partial<Posting> = {},
): Posting => ({
  ledger: 'GBP',
  source,
  destination,
  amount: 203,
  created_at: minute(at),
  ...more,
})
const sold = posting(2, 'card_clearing', 'sales')
const released = posting(4, 'held', 'available', { ledger: 'kg', amount: 20 })

function eventsOf(changes: Changes): string[] {
  const history: PurchaseHistory = {
    postings: [],
    messages: [],
    disputes: [],
    fraud_warnings: [],
    references: [],
    payments: [],
    retirements: [],
    replacements: [],
    changes: [],
    ...changes,
    purchase: { ...purchase, ...changes.purchase },
    facts: { ...facts, ...changes.facts },
  }
  return timelineOf(history).map(
    ({ at, kind, title, detail }) =>
      `${at.slice(11, 16)} ${kind}: ${title}${detail === null ? '' : ` (${detail})`}`,
  )
}

const reserved = '09:00 state: Reserved (20 kg of SERIAL-1-50 for 2.03 GBP)'
const authorised = '09:00 card: Card authorised (2.03 GBP, pi_1)'
const completed = '09:02 state: Completed (The buyer confirmed it; places 1 to 20 of SERIAL-1-50)'
const whole = [reserved, authorised, '09:02 card: Card charged (2.03 GBP)', completed]

describe('the history of a purchase', () => {
  const open = { completed_at: null, first_place: null, holder_id: null } as const
  const ended = { ...open, card_payment_id: null } as const

  it.each<[string, Changes, readonly string[]]>([
    ['by card', { postings: [sold] }, whole],
    [
      'by card, with the time of the stored charge',
      {
        postings: [sold],
        references: [{ id: 'ch_1', kind: 'charge', created_at: minute(1) }],
      },
      [reserved, '09:01 card: Card authorised (2.03 GBP, pi_1)', ...whole.slice(2)],
    ],
    [
      'by wallets of two programmes',
      {
        purchase: { card_minor: 0, wallet_minor: 203, card_state: 'NONE', card_payment_id: null },
        postings: [
          posting(0, 'wallet:buyer:green-bank', 'held:id', { amount: 200 }),
          posting(0, 'wallet:buyer:welcome', 'held:id', { amount: 4, ledger: 'EUR' }),
        ],
      },
      [
        reserved,
        '09:00 state: Wallet part held (2.00 GBP of programme green-bank)',
        '09:00 state: Wallet part held (0.04 EUR of programme welcome)',
        completed,
      ],
    ],
    [
      'of one kilogram as a reward',
      {
        purchase: {
          quantity_kg: 1,
          is_reward: true,
          total_minor: 0,
          card_minor: 0,
          card_state: 'NONE',
        },
      },
      [
        '09:00 state: Reserved (1 kg of SERIAL-1-50 as a reward)',
        '09:02 state: Completed (The buyer confirmed it; place 1 of SERIAL-1-50)',
      ],
    ],
    [
      'whose card is being authorised',
      { purchase: { ...ended, state: 'HELD', card_state: 'AUTHORISING', card_checked_at: null } },
      [
        reserved,
        '09:00 card: Card is being authorised (2.03 GBP; the provider has not answered yet)',
      ],
    ],
    [
      'that waits for the bank',
      { purchase: { ...open, state: 'READY', card_state: 'ACTION' } },
      [reserved, '09:02 card: The bank asks the cardholder to confirm (2.03 GBP, pi_1)'],
    ],
    [
      'that is being charged',
      { purchase: { ...open, state: 'COMPLETING', card_state: 'CAPTURING' } },
      [reserved, authorised, '09:02 state: Confirmed by the buyer (The card is being charged)'],
    ],
    [
      'that was declined',
      {
        purchase: {
          ...ended,
          state: 'FAILED',
          card_state: 'VOIDED',
          failure_code: 'card_declined',
        },
        postings: [released],
      },
      [reserved, '09:04 card: Failed (The card was declined (card_declined))'],
    ],
    [
      'that was cancelled',
      {
        purchase: { ...open, state: 'EXPIRED', card_state: 'VOIDED', card_checked_at: minute(5) },
        postings: [released],
      },
      [
        reserved,
        '09:04 state: Cancelled by the buyer (The kilograms are on sale again)',
        '09:05 card: Card authorisation released (2.03 GBP, pi_1)',
      ],
    ],
    [
      'that expired',
      {
        purchase: { ...open, state: 'EXPIRED', card_state: 'VOIDING', card_checked_at: minute(11) },
        postings: [{ ...released, created_at: minute(11) }],
      },
      [
        reserved,
        '09:11 card: Card authorisation is being released (2.03 GBP, pi_1)',
        '09:11 state: Expired (The transaction id was not typed in time)',
      ],
    ],
    [
      'that expired, but was charged',
      {
        purchase: {
          ...open,
          state: 'EXPIRED',
          card_state: 'REFUNDING',
          reversal: 'refunding',
          due_minor: 203,
        },
        postings: [
          { ...released, created_at: minute(11) },
          posting(12, 'card_clearing', 'refunds_due'),
        ],
        facts: { refund_since: minute(12), stage_since: minute(12) },
      },
      [
        reserved,
        authorised,
        '09:11 state: Expired (The transaction id was not typed in time)',
        '09:12 card: Card charged too late (2.03 GBP are owed to the buyer)',
        '09:12 card: Refund requested from the card provider (2.03 GBP owed)',
      ],
    ],
    [
      'that is a gift to a new number',
      {
        purchase: { is_gift: true },
        postings: [
          sold,
          posting(2, 'held', 'waiting:id', { ledger: 'kg' }),
          posting(5, 'waiting:id', 'holder:other', { ledger: 'kg' }),
        ],
        facts: { received_at: minute(6), thanked_at: minute(7) },
      },
      [
        '09:00 state: Reserved (20 kg of SERIAL-1-50 for 2.03 GBP, as a gift)',
        ...whole.slice(1),
        '09:02 state: Gift waits (The receiver has no passport yet)',
        '09:05 state: Gift handed over (The receiver has signed in)',
        '09:06 state: Gift received',
        '09:07 state: Receiver said thanks',
      ],
    ],
    [
      'that is a gift with a day',
      {
        purchase: { is_gift: true },
        postings: [
          sold,
          posting(2, 'held', 'waiting:id', { ledger: 'kg' }),
          posting(5, 'waiting:id', 'holder:other', { ledger: 'kg' }),
        ],
        facts: { deliver_on: '2026-12-24', delivered_at: minute(5) },
      },
      [
        '09:00 state: Reserved (20 kg of SERIAL-1-50 for 2.03 GBP, as a gift)',
        ...whole.slice(1),
        '09:02 state: Gift waits (It arrives on 2026-12-24 in the receiver’s country)',
        '09:05 state: Day of the gift (Its message may leave)',
        '09:05 state: Gift handed over (The receiver has a passport)',
      ],
    ],
    [
      'that is a gift to a passport, whose day has come',
      {
        purchase: { is_gift: true },
        postings: [sold],
        facts: { delivered_at: minute(5), received_at: minute(6) },
      },
      [
        '09:00 state: Reserved (20 kg of SERIAL-1-50 for 2.03 GBP, as a gift)',
        ...whole.slice(1),
        '09:06 state: Gift received',
      ],
    ],
    [
      'that is no gift has no times of one',
      {
        postings: [sold],
        facts: { delivered_at: minute(5), received_at: minute(6), thanked_at: minute(7) },
      },
      whole,
    ],
    [
      'that expired at the last moment',
      {
        purchase: { ...ended, state: 'EXPIRED', card_state: 'VOIDED' },
        postings: [{ ...released, created_at: minute(10) }],
      },
      [reserved, '09:10 state: Expired (The transaction id was not typed in time)'],
    ],
    [
      'that expired without a posting',
      { purchase: { ...ended, state: 'EXPIRED', card_state: 'VOIDED' } },
      [reserved, '09:10 state: Expired (The transaction id was not typed in time)'],
    ],
    [
      'that is a reward, given back early',
      {
        purchase: { ...ended, state: 'EXPIRED', is_reward: true, total_minor: 0, card_minor: 0 },
        postings: [released],
      },
      [
        '09:00 state: Reserved (20 kg of SERIAL-1-50 as a reward)',
        '09:04 state: Expired (The transaction id was not typed in time)',
      ],
    ],
    [
      'that failed without a reason',
      { purchase: { ...ended, state: 'FAILED', card_state: 'VOIDED' }, postings: [released] },
      [reserved, '09:04 card: Failed'],
    ],
    [
      'with certificate, log entry, retirement and replacement',
      {
        postings: [sold],
        facts: { certificate_at: minute(3), log_entry: 7 },
        retirements: [{ serial: 'SERIAL-1-1', reference: 'R-1', recorded_at: minute(4) }],
        replacements: [{ serial_number: 'OTHER-1-9', kg: 20, written_at: minute(5) }],
      },
      [
        ...whole,
        '09:02 log: Sale in the public log (Entry 7)',
        '09:03 certificate: Certificate made',
        '09:04 retirement: Retired at the registry (SERIAL-1-1, R-1)',
        '09:05 state: Kilograms replaced (20 kg are now of OTHER-1-9)',
      ],
    ],
  ])('%s', (_, changes, events) => {
    expect(eventsOf(changes)).toEqual(events)
  })
})

it.each(['AUTHORISED', 'CAPTURING', 'CAPTURED', 'REFUNDING', 'REFUNDED'] as const)(
  'A card in the state %s is authorised, also without a stored charge',
  (card_state) => {
    expect(eventsOf({ purchase: { card_state } })).toEqual([reserved, authorised, completed])
  },
)

it.each(['AUTHORISING', 'ACTION', 'VOIDING', 'VOIDED'] as const)(
  'A card in the state %s is authorised only with a stored charge',
  (card_state) => {
    const references = [{ id: 'ch_1', kind: 'charge' as const, created_at: minute(0) }]
    expect(eventsOf({ purchase: { card_state } })).not.toContain(authorised)
    expect(eventsOf({ purchase: { card_state }, references })).toContain(authorised)
  },
)

it.each([
  ['card_declined', 'The card was declined'],
  ['cardholder_needed', 'The bank wants the cardholder to confirm a monthly payment'],
  ['card_details_required', 'The card details were invalid'],
  ['not_completed', 'The purchase could not be completed'],
  ['insufficient_stock', 'Too few kilograms were left while the bank waited for the cardholder'],
  ['too_many_reservations', 'The buyer has too many open reservations'],
] as const)('The failure %s is worded', (failure_code, words) => {
  const failed = { state: 'FAILED', card_state: 'VOIDED', card_payment_id: null } as const
  const events = eventsOf({
    purchase: { ...failed, completed_at: null, first_place: null, failure_code },
    postings: [released],
  })
  expect(events).toEqual([reserved, `09:04 card: Failed (${words} (${failure_code}))`])
})

describe('messages', () => {
  const message: PurchaseHistory['messages'][number] = {
    id: 1,
    template: 'purchase_success',
    state: 'sent',
    attempts: 1,
    created_at: minute(2),
    due_at: minute(3),
    sent_at: minute(3),
    provider_id: 'SM1',
    last_error: null,
    arrival: 'delivered',
    arrived_at: minute(4),
  }
  const unsent = { ...message, sent_at: null, arrival: null, arrived_at: null }
  const name = 'message: Message of the purchase:'

  it.each([
    [message, [`09:02 ${name} queued`, `09:03 ${name} sent (1 attempt)`, `09:04 ${name} arrived`]],
    [
      { ...message, attempts: 2, arrival: 'failed' },
      [`09:02 ${name} queued`, `09:03 ${name} sent (2 attempts)`, `09:04 ${name} did not arrive`],
    ],
    [
      { ...unsent, state: 'dead', attempts: 5, last_error: 'refused' },
      [`09:02 ${name} queued`, `09:03 ${name} could not be sent (5 attempts, refused)`],
    ],
    [
      { ...unsent, state: 'withheld', last_error: 'stopped' },
      [`09:02 ${name} queued`, `09:03 ${name} withheld (stopped)`],
    ],
    [
      { ...unsent, state: 'dead', attempts: 1 },
      [`09:02 ${name} queued`, `09:03 ${name} could not be sent (1 attempt, no answer)`],
    ],
    [{ ...unsent, template: 'other', state: 'queued' }, ['09:02 message: Message other: queued']],
    ...[
      ['gift_success', 'of the gift to its receiver'],
      ['gift_refunded', 'of the refunded gift to its receiver'],
      ['gift_withdrawn', 'of the withdrawn gift to its receiver'],
      ['refund_sent', 'of the refund'],
      ['refund_failed', 'of the failed refund'],
      ['refund_paid', 'of the paid refund'],
      ['dispute_lost', 'of the lost dispute'],
    ].map(([template = '', words]): [typeof message, string[]] => [
      { ...unsent, template, state: 'queued' },
      [`09:02 message: Message ${words}: queued`],
    ]),
  ])('are worded: %j', (row, events) => {
    const messages = eventsOf({ messages: [row] }).filter((event) => event.includes('message:'))
    expect(messages).toEqual(events)
  })
})

describe('disputes', () => {
  const dispute: PurchaseHistory['disputes'][number] = {
    id: 'dp_1',
    status: 'needs_response',
    outcome: 'open',
    reason: 'fraudulent',
    amount: 2.03,
    currency: 'GBP',
    opened_at: minute(20),
    due_at: minute(90),
    closed_at: null,
  }
  const opened = '09:20 dispute: Dispute opened (2.03 GBP, fraudulent, dp_1)'
  const closed = { ...dispute, closed_at: minute(30) }

  it.each([
    [dispute, [opened, '10:30 dispute: Deadline for evidence (needs_response, dp_1)']],
    [
      { ...dispute, reason: null, due_at: null },
      ['09:20 dispute: Dispute opened (2.03 GBP, dp_1)'],
    ],
    [{ ...closed, outcome: 'won' as const }, [opened, '09:30 dispute: Dispute won (dp_1)']],
    [{ ...closed, outcome: 'lost' as const }, [opened, '09:30 dispute: Dispute lost (dp_1)']],
    [{ ...closed, outcome: 'closed' as const }, [opened, '09:30 dispute: Inquiry closed (dp_1)']],
  ])('are worded: %j', (row, events) => {
    const disputes = eventsOf({ disputes: [row] }).filter((event) => event.includes('dispute:'))
    expect(disputes).toEqual(events)
  })

  it('follow a warning of the card network', () => {
    const fraud_warnings = [{ id: 'issfr_1', kind: 'misc', warned_at: minute(19) }]
    expect(eventsOf({ fraud_warnings, disputes: [dispute] })).toContain(
      '09:19 dispute: The card network warns of fraud (misc, issfr_1)',
    )
  })
})

describe('refunds', () => {
  const returned = posting(31, 'holder:buyer', 'returned', { ledger: 'kg', amount: 20 })
  const since = { refund_since: minute(31), stage_since: minute(32) }

  it.each<[string, Changes, readonly string[]]>([
    [
      'under way',
      { purchase: { reversal: 'refunding', due_minor: 203 }, facts: since, postings: [returned] },
      [
        '09:31 state: Kilograms taken back (They are never sold again)',
        '09:32 card: Refund requested from the card provider (2.03 GBP owed)',
      ],
    ],
    [
      'under way, with the posting of its request',
      {
        purchase: { reversal: 'refunding', due_minor: 203 },
        facts: since,
        postings: [posting(31, 'sales', 'refunds_due')],
      },
      ['09:31 card: Refund requested from the card provider (2.03 GBP)'],
    ],
    [
      'requested again after a failure',
      {
        purchase: { reversal: 'refunding', due_minor: 203, attempt: 2 },
        facts: since,
        postings: [posting(31, 'goodwill', 'refunds_due')],
      },
      [
        '09:31 card: Refund requested from the card provider (2.03 GBP)',
        '09:32 card: Refund requested from the card provider (attempt 2, 2.03 GBP owed)',
      ],
    ],
    [
      'paid, pending at the bank',
      {
        purchase: { reversal: 'refunded', refunded_minor: 203, pending_since: minute(33) },
        facts: { ...since, certificate_at: minute(30) },
        postings: [returned, posting(31, 'sales', 'refunds_due'), posting(32, 'refunds_due', 'x')],
        references: [{ id: 're_1', kind: 'refund', created_at: minute(32) }],
      },
      [
        '09:30 certificate: Certificate made',
        '09:31 certificate: Certificate closed',
        '09:31 state: Kilograms taken back (They are never sold again)',
        '09:31 card: Refund requested from the card provider (2.03 GBP)',
        '09:32 card: Refund made at the card provider (re_1)',
        '09:32 card: Refunded (2.03 GBP to the card)',
        '09:33 card: Refund is pending at the bank',
      ],
    ],
    [
      'paid to the wallet after a failure, while the kilograms stay',
      {
        purchase: { reversal: 'refunded', keeps_kilograms: true, attempt: 2, paid_minor: 203 },
        facts: since,
        payments: [
          { way: 'wallet', amount_minor: 103, reference: null, created_at: minute(31) },
          { way: 'elsewhere', amount_minor: 100, reference: 'bank 7', created_at: minute(31) },
        ],
      },
      [
        '09:31 state: Refund paid to the wallet (1.03 GBP)',
        '09:31 state: Refund paid in another way (1.00 GBP, bank 7)',
        '09:32 card: Refunded (the kilograms stay, attempt 2)',
      ],
    ],
    [
      'that failed, with a wallet part that was returned',
      {
        purchase: { reversal: 'refund_failed', wallet_minor: 100, due_minor: 103 },
        facts: { ...since, wallet_returned_at: minute(31) },
      },
      ['09:31 state: Wallet part returned (1.00 GBP)', '09:32 card: Refund failed (1.03 GBP owed)'],
    ],
    [
      'that failed, without a wallet part',
      {
        purchase: { reversal: 'refund_failed', wallet_minor: 0, due_minor: 103 },
        facts: { ...since, wallet_returned_at: minute(31) },
      },
      ['09:32 card: Refund failed (1.03 GBP owed)'],
    ],
    [
      'in part, of two parts, whose certificate stays open',
      {
        purchase: { refunded_kg: 7, refunded_minor: 71 },
        facts: { ...since, certificate_at: minute(30) },
        postings: [
          { ...returned, amount: 4 },
          { ...returned, amount: 3, created_at: minute(35) },
          posting(31, 'sales', 'refunds_due', { amount: 41 }),
          posting(35, 'sales', 'refunds_due', { amount: 30 }),
        ],
      },
      [
        '09:30 certificate: Certificate made',
        '09:31 state: Kilograms taken back (4 kg, never sold again)',
        '09:31 card: Refund requested from the card provider (0.41 GBP)',
        '09:35 state: Kilograms taken back (3 kg, never sold again)',
        '09:35 card: Refund requested from the card provider (0.30 GBP)',
      ],
    ],
    [
      'that failed after a part was paid to the card',
      { purchase: { reversal: 'refund_failed', refunded_minor: 71, due_minor: 132 }, facts: since },
      ['09:32 card: Refund failed (1.32 GBP owed)'],
    ],
    [
      'without a time of its stage',
      {
        purchase: { reversal: 'refunded', refunded_minor: 203 },
        facts: { ...since, stage_since: null },
      },
      ['09:31 card: Refunded (2.03 GBP to the card)'],
    ],
    ['that began in a dispute', { purchase: { reversal: 'disputed' }, facts: since }, []],
    [
      'after a bank returned the money',
      { purchase: { reversal: 'reinstated', due_minor: 203 }, facts: since },
      ['09:32 card: A bank returned the money, which is owed to the buyer (2.03 GBP owed)'],
    ],
  ])('%s', (_, changes, events) => {
    expect(eventsOf(changes).filter((event) => event >= '09:30')).toEqual(events)
  })
})

const change: PurchaseHistory['changes'][number] = {
  id: 1,
  at: minute(40).toISOString(),
  by: 'Ada',
  action: 'purchases refund',
  about: ['CP-7K2M-9QXF-4HJD'],
  reason: null,
  outcome: 'done',
  detail: null,
  amount_minor: null,
  amount: null,
  currency: null,
  kilograms: null,
  roles: ['support'],
  figures: [],
  approver: null,
}

it('A change by staff comes before its effects at the same time', () => {
  const returned = posting(31, 'holder:buyer', 'returned', { ledger: 'kg', amount: 20 })
  const changes = [{ ...change, at: minute(31).toISOString() }]
  expect(eventsOf({ postings: [returned], changes }).slice(-2)).toEqual([
    '09:31 staff: Ada: purchases refund (done)',
    '09:31 state: Kilograms taken back (They are never sold again)',
  ])
})

it('Changes by staff show who, the action, the outcome and the reason', () => {
  const reasoned = {
    reason: 'Bought twice',
    outcome: 'refused',
    detail: 'already refunded',
  } as const
  const events = eventsOf({ changes: [{ ...change, ...reasoned }, change] }).filter(
    (event) => event >= '09:40',
  )
  expect(events).toEqual([
    '09:40 staff: Ada: purchases refund (refused, already refunded, “Bought twice”)',
    '09:40 staff: Ada: purchases refund (done)',
  ])
})
