// Tests the whole reports about a person, a purchase, its refund and a move: each figure at its place, and each line
// only where it has something to say.
import { expect, it } from 'vitest'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { moveOutcome } from './own-data-commands.ts'
import { listFound, readPerson, reportLines } from './people-commands.ts'
import { purchaseReport, reconciledOutcome } from './purchase-commands.ts'
import { refundOutcome } from './refund-command.ts'

const at = (day: string) => new Date(`${day}T10:00:00Z`)
const context = (...flags: readonly string[]) =>
  ({ flags: new Set(flags), numbers: { hashOf } }) as unknown as NumbersContext

const person = {
  ...{ id: 'pass-1', phone: '+447400123456', first_name: 'Ada', last_name: 'Lovelace' },
  ...{ nickname: 'Countess', country: 'GB', currency: 'EUR', language: 'de' },
  ...{ created_at: at('2026-01-02'), parked_at: null },
}
const nameless = {
  ...person,
  ...{ id: 'pass-2', phone: null, first_name: null, last_name: null, nickname: null },
  parked_at: at('2026-06-07'),
}
const named = {
  ...{ id: 'p1', tx_id: 'CP-1', buyer_id: 'pass-1', receiver_id: null, recipient_phone: null },
  is_gift: false,
}

it('a list has names, the passport, roles of each purchase and gifts that wait', () => {
  const received = { ...named, tx_id: 'CP-2', buyer_id: 'pass-9', receiver_id: 'pass-1' }
  const gift = { ...named, is_gift: true }
  const purchases = [
    named,
    { ...received, is_gift: true, recipient_phone: '+447400999111' },
    { ...gift, tx_id: 'CP-3', buyer_id: 'pass-2', recipient_phone: '+447400654321' },
    { ...gift, tx_id: 'CP-4' },
  ]
  const { ok, lines, json } = listFound({ people: [person, nameless], purchases }, context())
  expect([ok, lines]).toEqual([
    true,
    [
      'pass-1  +44•••••456  Ada Lovelace Countess  GB EUR de  since 2026-01-02T10:00:00.000Z, bought CP-1, received CP-2, bought CP-4',
      'pass-2  no number  no name  GB EUR de  since 2026-01-02T10:00:00.000Z, parked 2026-06-07T10:00:00.000Z, bought CP-3',
      'CP-3 is a gift that waits for +44•••••321',
      'CP-4 is a gift that waits for no number any more',
    ],
  ])
  const { created_at, ...first } = person
  const { created_at: _, ...second } = nameless
  const since = created_at.toISOString()
  expect(json).toEqual({
    ok: true,
    people: [
      {
        ...{ ...first, phone: '+44•••••456', since },
        roles: [
          { tx_id: 'CP-1', role: 'bought' },
          { tx_id: 'CP-2', role: 'received' },
          { tx_id: 'CP-4', role: 'bought' },
        ],
      },
      { ...second, since, roles: [{ tx_id: 'CP-3', role: 'bought' }] },
    ],
    purchases: [
      { tx_id: 'CP-1', is_gift: false, recipient: null },
      { tx_id: 'CP-2', is_gift: true, recipient: '+44•••••111' },
      { tx_id: 'CP-3', is_gift: true, recipient: '+44•••••321' },
      { tx_id: 'CP-4', is_gift: true, recipient: null },
    ],
    has_more: false,
  })
  const whole = listFound({ people: [person], purchases }, context('show-phone'))
  expect([whole.lines[0], whole.lines[1]]).toEqual([
    expect.stringContaining('pass-1  +447400123456  '),
    'CP-3 is a gift that waits for +447400654321',
  ])
})

it.each([
  [50, 50, false],
  [51, 50, true],
])('a list of %d people shows %d', (count, shown, hasMore) => {
  const people = Array.from({ length: count }, (_, place) => ({ ...person, id: `pass-${place}` }))
  const { lines, json } = listFound({ people, purchases: [] }, context())
  expect([json.people.length, json.has_more, lines.length]).toEqual([
    ...[shown, hasMore, shown + (hasMore ? 1 : 0)],
  ])
  if (hasMore) expect(lines.at(-1)).toBe('… and more: only the first 50 are listed.')
})

it('a report of a person has all that is kept, with each figure in its place', async () => {
  const plan = {
    ...{ id: 'plan-1', state: 'active', pause_reason: null, amount_minor: 1_250 },
    ...{ currency: 'EUR', project_id: null, pay: 'card', day: 15, expires_at: at('2026-02-01') },
    ...{ next_run_at: at('2026-12-15'), last_period: null, last_state: null },
  }
  const paused = { state: 'paused', pause_reason: 'blocked', next_run_at: null }
  const purchase = {
    ...{ tx_id: 'CP-1', created_at: at('2026-05-03'), quantity_kg: 30, total_minor: 1_250 },
    ...{ currency: 'EUR', state: 'COMPLETED', is_over: false, reversal: 'none' },
    ...{ keeps_kilograms: false, goodwill_minor: 0, due_minor: 0, dispute_status: null },
    ...{ dispute_outcome: null, dispute_due_at: null, fraud_warned_at: null },
  }
  const message = {
    ...{ id: 7, template: 'otp', state: 'sent', attempts: 1, created_at: at('2026-05-04') },
    ...{ last_error: null, arrival: 'delivered', sent_at: at('2026-05-04') },
  }
  const { db, valuesOf } = databaseOf({
    'inspect-sessions': [
      [
        {
          created_at: at('2026-03-01'),
          last_seen_at: at('2026-03-02'),
          ends_at: at('2026-03-31'),
        },
      ],
    ],
    'inspect-wallets': [
      [
        { programme_id: 'green', currency: 'EUR', balance_minor: 1_250, held_minor: 300 },
        { programme_id: 'welcome', currency: 'GBP', balance_minor: 100, held_minor: 0 },
      ],
    ],
    'inspect-stop': [[{ stopped_at: at('2026-04-01') }]],
    'list-messages-of-person': [[message, { ...message, state: 'dead', last_error: 'Away' }]],
    'plans-of-passport': [[plan, { ...plan, ...paused, id: 'plan-2', day: 3 }]],
    'list-purchases': [[purchase, { ...purchase, tx_id: 'CP-2' }]],
    'saved-cards-of-passport': [
      [{ id: 'c1', brand: 'visa', last_four: '4242', exp_month: 5, exp_year: 2028 }],
    ],
  })
  const report = await readPerson(db as never, person, context())
  expect(valuesOf('inspect-stop')).toEqual([[hashOf(person.phone)]])
  expect(valuesOf('list-messages-of-person')).toEqual([['pass-1', person.phone, 50]])
  expect(valuesOf('list-purchases')).toEqual([[null, null, 1_000, 'pass-1']])
  expect(report.limits.messages_stopped_at).toEqual(at('2026-04-01'))
  expect(report.wallets).toEqual([
    { programme_id: 'green', currency: 'EUR', balance: 12.5, held: 3 },
    { programme_id: 'welcome', currency: 'GBP', balance: 1, held: 0 },
  ])
  const limits = {
    ...{ code_wait_seconds: 40, try_wait_seconds: 50, blocked_at: at('2026-02-03') },
    messages_stopped_at: at('2026-04-01'),
  }
  expect(reportLines({ ...report, limits })).toEqual([
    'pass-1  +44•••••456  Ada Lovelace Countess  GB EUR de  since 2026-01-02T10:00:00.000Z',
    'limit  blocked since 2026-02-03T10:00:00.000Z',
    'limit  no code for 40 s',
    'limit  no try of a code for 50 s',
    'limit  answered STOP at 2026-04-01T10:00:00.000Z',
    'session  since 2026-03-01T10:00:00.000Z, last seen 2026-03-02T10:00:00.000Z, until 2026-03-31T10:00:00.000Z',
    'purchase  2026-05-03T10:00:00.000Z  CP-1  COMPLETED  30 kg  12.50 EUR',
    'purchase  2026-05-03T10:00:00.000Z  CP-2  COMPLETED  30 kg  12.50 EUR',
    'plan  plan-1  ACTIVE, 12.50 EUR on day 15, next 2026-12-15T10:00:00.000Z',
    'plan  plan-2  PAUSED (blocked), 12.50 EUR on day 3, next none',
    'wallet  green  12.50 EUR, held 3.00',
    'wallet  welcome  1.00 GBP, held 0.00',
    'card  visa  4242, until 2028-05',
    'message  2026-05-04T10:00:00.000Z  otp  sent, 1 tries, delivered',
    'message  2026-05-04T10:00:00.000Z  otp  dead, 1 tries, delivered, Away',
  ])
  const free = { ...limits, code_wait_seconds: 0, try_wait_seconds: 0, blocked_at: null }
  const none = { ...report, limits: { ...free, messages_stopped_at: null } }
  expect(reportLines(none).slice(1, 3)).toEqual([
    'limit  none holds now',
    expect.stringMatching(/^session/),
  ])
})

const purchase = {
  ...{ tx_id: 'CP-1', buyer_id: 'pass-1', batch_id: 'b1', serial_number: 'S-1', quantity_kg: 30 },
  ...{ is_gift: false, is_reward: false, holder_id: 'pass-1', currency: 'EUR', rate: 1 },
  ...{ total_minor: 1_250, wallet_minor: 250, card_minor: 1_000, state: 'COMPLETED' },
  ...{ card_state: 'captured', card_payment_id: 'pi_1', failure_code: null, first_place: 1 },
  ...{ completion_failures: 0, created_at: at('2026-05-01'), expires_at: at('2026-05-02') },
  ...{ card_checked_at: null, completed_at: at('2026-05-03'), reversal: 'none', refunded_kg: 0 },
  ...{ keeps_kilograms: false, refunded_minor: 0, lost_minor: 0, due_minor: 0, paid_minor: 0 },
  ...{ reinstated_minor: 0, overpaid_minor: 0, attempt: 1, pending_since: null },
  ...{ is_wallet_lapsed: false, recipient: null },
} as const
const posting = { ledger: 'kg', source: 'available', destination: 'sold', amount: 30 }
const dispute = {
  ...{ id: 'du_1', status: 'lost', outcome: 'lost', reason: null, amount: 12.5, currency: 'EUR' },
  ...{ opened_at: at('2026-06-01'), due_at: null, closed_at: at('2026-06-20') },
}
const inspected = {
  purchase,
  postings: [
    { ...posting, created_at: at('2026-05-03') },
    {
      ...{ ledger: 'EUR', source: 'wallet', destination: 'sales', amount: 250 },
      created_at: at('2026-05-04'),
    },
  ],
  provider: { status: 'paid', payment_id: 'pi_1', reason: null },
  messages: [
    { template: 'purchase_success', state: 'sent', attempts: 2, arrival: null, last_error: null },
  ],
  disputes: [dispute],
  fraud_warnings: [],
  card_references: [{ kind: 'charge', id: 'ch_1' }],
}
type Inspected = Parameters<typeof purchaseReport>[0]
const report = (more: object = {}) =>
  purchaseReport({ ...inspected, ...more } as unknown as Inspected)
const reportOf = (more: object) => report({ purchase: { ...purchase, ...more } })

it('a report of a purchase has its sums, times, postings, messages and disputes', () => {
  const lines = [
    'CP-1: COMPLETED, card captured',
    '30 kg of S-1 for 12.50 EUR: wallet 2.50 EUR, card 10.00 EUR',
    'reserved 2026-05-01T10:00:00.000Z, lapses 2026-05-02T10:00:00.000Z, completed 2026-05-03T10:00:00.000Z',
    '2026-05-03T10:00:00.000Z  kg  available -> sold  30',
    '2026-05-04T10:00:00.000Z  EUR wallet -> sales  2.50',
    'the card provider says: paid (pi_1)',
    'charge ch_1',
    'dispute du_1: lost, 12.50 EUR, opened 2026-06-01T10:00:00.000Z, lost 2026-06-20T10:00:00.000Z',
    'message purchase_success: sent, 2 tries',
  ]
  expect(report()).toEqual(lines)
  const provider = { status: 'no answer', payment_id: null, reason: null }
  expect(report({ provider })[5]).toBe('the card provider does not answer now (no payment)')
  const refused = { ...provider, reason: 'nothing accepts connections there (ECONNREFUSED)' }
  expect(report({ provider: refused })[5]).toBe(
    'the card provider does not answer now (no payment): ' +
      'nothing accepts connections there (ECONNREFUSED)',
  )
  expect(report({ provider: null })).toEqual(lines.toSpliced(5, 1))
  const failed = reportOf({ state: 'FAILED', failure_code: 'card_declined', completed_at: null })
  expect([failed[0], failed[2]]).toEqual([
    'CP-1: FAILED, card captured, card_declined',
    expect.stringMatching(/, completed never$/),
  ])
})

it('a report of a purchase has an open dispute before an ended one, and each warning and message', () => {
  const open = { id: 'du_2', status: 'needs_response', outcome: 'open', reason: 'fraudulent' }
  const more = { amount: 3, currency: 'GBP', due_at: at('2026-07-01'), closed_at: null }
  const sent = { template: 'refund_sent', state: 'queued', attempts: 0, arrival: null }
  const lines = report({
    postings: [],
    provider: null,
    card_references: [
      { kind: 'charge', id: 'ch_1' },
      { kind: 'refund', id: 're_1' },
    ],
    disputes: [{ ...dispute, ...open, ...more }, dispute],
    fraud_warnings: [
      { id: 'fw_1', kind: 'stolen', warned_at: at('2026-06-02') },
      { id: 'fw_2', kind: 'misc', warned_at: at('2026-06-03') },
    ],
    messages: [...inspected.messages, { ...sent, last_error: null }],
  })
  expect(lines.slice(3)).toEqual([
    ...['charge ch_1', 'refund re_1'],
    'dispute du_2: needs_response, fraudulent, 3.00 GBP, opened 2026-06-01T10:00:00.000Z, evidence due 2026-07-01T10:00:00.000Z',
    'dispute du_1: lost, 12.50 EUR, opened 2026-06-01T10:00:00.000Z, lost 2026-06-20T10:00:00.000Z',
    'fraud warning fw_1: stolen, 2026-06-02T10:00:00.000Z',
    'fraud warning fw_2: misc, 2026-06-03T10:00:00.000Z',
    'message purchase_success: sent, 2 tries',
    'message refund_sent: queued, 0 tries',
  ])
})

it.each([
  [{}, []],
  [
    { reversal: 'disputed' },
    ['reversal disputed: card gave back 0.00 EUR, lost 0.00 EUR, owed 0.00 EUR'],
  ],
  [
    { refunded_kg: 4 },
    [
      'reversal none: card gave back 0.00 EUR, lost 0.00 EUR, owed 0.00 EUR',
      'refunded in part: 4 kg',
    ],
  ],
  [
    { refunded_minor: 100, lost_minor: 200, due_minor: 300, keeps_kilograms: true },
    ['reversal none, kilograms kept: card gave back 1.00 EUR, lost 2.00 EUR, owed 3.00 EUR'],
  ],
  [
    {
      ...{ reversal: 'refunded', is_wallet_lapsed: true, paid_minor: 400, reinstated_minor: 500 },
      ...{ overpaid_minor: 600, attempt: 3, pending_since: at('2026-07-01') },
    },
    [
      'reversal refunded: card gave back 0.00 EUR, lost 0.00 EUR, owed 0.00 EUR',
      'wallet money went on to its programmes: 2.50 EUR, the buyer is erased',
      'paid in another way: 4.00 EUR',
      'reinstated by the bank: 5.00 EUR',
      'paid twice: 6.00 EUR',
      'refunds or payments that failed or came back: 2',
      'refund pending since 2026-07-01T10:00:00.000Z',
    ],
  ],
  [
    { reversal: 'refunded', is_wallet_lapsed: true, wallet_minor: 0 },
    ['reversal refunded: card gave back 0.00 EUR, lost 0.00 EUR, owed 0.00 EUR'],
  ],
])('a report of a purchase with %j says what went back', (more, lines) => {
  expect(reportOf(more).slice(1, -8)).toEqual(lines)
})

const unsettled = { tx_id: 'CP-1', state: 'COMPLETING', card_state: 'CAPTURING' } as const

it('reconciled purchases say what is not settled', () => {
  const more = { reversal: 'none', messages_queued_again: 0, is_settled: false } as const
  const one = { ...unsettled, ...more }
  type Details = Parameters<typeof reconciledOutcome>[0]
  const outcomeOf = (more: object) => reconciledOutcome({ one: { ...one, ...more } } as Details)
  expect(outcomeOf({})).toEqual({
    ...{ ok: false, lines: ['CP-1: COMPLETING, card CAPTURING.'] },
    json: { ok: false, ...one },
  })
  expect(outcomeOf({ messages_queued_again: 2, is_settled: true })).toMatchObject({
    ...{ ok: true, json: { ok: true } },
    lines: ['CP-1: COMPLETING, card CAPTURING.', 'Messages queued again: 2.'],
  })
  const letter = { tx_id: 'CP-2', template: 'otp', last_error: 'Away' }
  const all = { looked_at: 5, unsettled: [], dead_letters: [letter] }
  expect(reconciledOutcome({ all })).toEqual({
    ...{ ok: true, json: { ok: true, ...all } },
    lines: ['Looked at 5 purchases.', 'dead letter: CP-2 otp, Away'],
  })
  const open = { ...all, unsettled: [{ ...unsettled, reversal: 'refunding' }] }
  expect(reconciledOutcome({ all: open } as Details)).toEqual({
    ...{ ok: false, json: { ok: false, ...open } },
    lines: [
      'Looked at 5 purchases.',
      'not settled: CP-1 COMPLETING, card CAPTURING, reversal refunding',
      'dead letter: CP-2 otp, Away',
    ],
  })
})

const noSums = {
  ...{ currency: 'EUR', wallet_minor: 0, is_wallet_lapsed: false, card_minor: 1_000 },
  ...{ refunded_minor: 0, due_minor: 0, lost_minor: 0, paid_minor: 0, is_pending: false },
  ...{ is_sold: true, refunded_kg: 0, is_part_failed: false },
}
const noMoney = {
  ...{ currency: 'EUR', to_wallet: 0, to_programmes: 0, to_card: 0, by_bank: 0 },
  ...{ paid_otherwise: 0, owed: 0 },
}

it('a refund names each amount with where it went', () => {
  const sums = { ...noSums, wallet_minor: 100, refunded_minor: 200, lost_minor: 300 }
  const outcome = refundOutcome('CP-1', 'refunded', { ...sums, paid_minor: 400, due_minor: 500 })
  expect(outcome).toEqual({
    ok: true,
    lines: [
      'CP-1: 1.00 EUR went back to the wallet, 2.00 EUR went back to the card, ' +
        '3.00 EUR was returned by the cardholder’s bank, 4.00 EUR was paid in another way, ' +
        '5.00 EUR did not reach the buyer: try again, or --to-wallet, or --paid REFERENCE, its kilograms are gone.',
    ],
    json: {
      ...{ ok: true, tx_id: 'CP-1', reversal: 'refunded', keeps_kilograms: false },
      money: {
        ...{ currency: 'EUR', to_wallet: 1, to_programmes: 0, to_card: 2, by_bank: 3 },
        ...{ paid_otherwise: 4, owed: 5 },
      },
    },
  })
})

const again = 'is still to go to the card and is asked for again by itself'
const missed = 'did not reach the buyer: try again, or --to-wallet, or --paid REFERENCE'
it.each([
  [
    'refunded',
    { refunded_minor: 200, is_pending: true },
    '2.00 EUR is on its way to the card, its kilograms are gone',
    true,
    { to_card: 2 },
  ],
  [
    'refunded',
    { wallet_minor: 100, is_wallet_lapsed: true },
    '1.00 EUR went back to its programmes, because the buyer has deleted the passport, its kilograms are gone',
    true,
    { to_programmes: 1 },
  ],
  [
    'refunded',
    { refunded_minor: 200, is_sold: false },
    '2.00 EUR went back to the card, it never had kilograms',
    true,
    { to_card: 2 },
  ],
  [
    'refunded kept',
    { refunded_minor: 200 },
    '2.00 EUR went back to the card, its kilograms stay where they are',
    true,
    { to_card: 2 },
  ],
  [
    'refunding',
    { due_minor: 500 },
    `5.00 EUR ${again}, its kilograms are gone`,
    false,
    { owed: 5 },
  ],
  [
    'refund_failed kept',
    { due_minor: 500 },
    `5.00 EUR ${missed}, its kilograms stay where they are`,
    false,
    { owed: 5 },
  ],
  [
    'none',
    { due_minor: 500, refunded_kg: 4 },
    `5.00 EUR ${again}, 4 of its kilograms are gone, and the others stay`,
    false,
    { owed: 5 },
  ],
  [
    'none',
    { due_minor: 500, refunded_kg: 4, is_part_failed: true },
    `5.00 EUR ${missed}, 4 of its kilograms are gone, and the others stay`,
    false,
    { owed: 5 },
  ],
  [
    'none',
    { refunded_minor: 500, refunded_kg: 4 },
    '5.00 EUR went back to the card, 4 of its kilograms are gone, and the others stay',
    true,
    { to_card: 5 },
  ],
] as const)('a refund that is %s with %j says so', (stage, more, line, ok, money) => {
  const outcome = refundOutcome('CP-1', stage, { ...noSums, ...more })
  const { refunded_kg = 0 } = { refunded_kg: 0, ...more }
  expect(outcome).toEqual({
    ...{ ok, lines: [`CP-1: ${line}.`] },
    json: {
      ...{ ok, tx_id: 'CP-1', reversal: stage.replace(' kept', '') },
      ...(refunded_kg > 0 && { refunded_kg }),
      ...{ keeps_kilograms: stage.endsWith(' kept'), money: { ...noMoney, ...money } },
    },
  })
})

it('a move says when it may be made, or that it is', () => {
  const dueAt = at('2026-05-03')
  const due_at = dueAt.toISOString()
  expect(moveOutcome('pass-1', { stage: 'announced', dueAt })).toEqual({
    ok: true,
    lines: [
      `The present number is told. Call again after ${due_at}; whoever signs in with it before objects.`,
    ],
    json: { ok: true, passport: 'pass-1', stage: 'announced', due_at },
  })
  expect(moveOutcome('pass-1', { stage: 'waiting', dueAt })).toEqual({
    ...{ ok: false, lines: [`Announced; it may be moved after ${due_at}.`] },
    json: { ok: false, passport: 'pass-1', stage: 'waiting', due_at },
  })
  expect(moveOutcome('pass-1', { stage: 'moved' })).toEqual({
    ...{ ok: true, lines: ['pass-1 is on its new number, and signed out everywhere.'] },
    json: { ok: true, passport: 'pass-1', stage: 'moved' },
  })
})
