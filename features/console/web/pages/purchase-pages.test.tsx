// Tests what the pages of purchases, disputes and the desk show.
import { expect, it } from 'vitest'
import type { DeskCase } from '#features/console/desk/desk-calls.ts'
import type {
  PurchaseRow,
  WholePurchase,
} from '#features/console/purchases/console-purchases-calls.ts'
import type { DisputeRow } from '#features/console/purchases/disputes-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, exampleAction, openConsole } from '../test-console-page.tsx'

const row: PurchaseRow = {
  ...{ tx_id: 'CP-1', created_at: '2026-11-02T10:20:30.000Z', quantity_kg: 2000, total: 1203.5 },
  ...{ currency: 'GBP', status: 'DISPUTED', reversal: 'refunding', goodwill: 0, owed: 0 },
  ...{ is_gift: true, project: 'Cookstoves', buyer_id: 'p1', buyer: 'Ada' },
  ...{ dispute: null, fraud_warned_at: null },
}

it('the list shows each purchase, and links to it and its buyer', async () => {
  const other = { ...row, tx_id: 'CP-2', buyer: null, is_gift: false, status: 'PENDING' }
  const address =
    '/purchases?q=a&state=PENDING&since=2026-11-01&until=2026-11-02&person=p1&sort=created_at'
  const { shown, paths } = await openConsole(address, { [address]: [row, other] })
  expect(paths()).toContain(address)
  expect(shown()).toMatchInlineSnapshot(`
    "# Purchases
    Search (Transaction id, phone, name, payment id): a
    State: All / (Pending) / Completed / Failed / Expired / Refunded / Disputed / Refund failed / Reinstated / Goodwill / Fraud warning
    From: 2026-11-01
    Until: 2026-11-02
    Passport: p1
    [Clear filters]
    | Purchase | [Time] | Buyer | State | Total | Kilograms | Project
    | CP-1 </purchases/CP-1> | 2026-11-02 10:20:30 | Ada </people/p1> | !! Disputed | 1,203.50 GBP | 2,000 | Cookstoves (gift)
    | CP-2 </purchases/CP-2> | 2026-11-02 10:20:30 | Deleted | ! Pending | 1,203.50 GBP | 2,000 | Cookstoves
    2 records on this page"
  `)
})

const dispute: DisputeRow = {
  ...{ id: 'dp_1', tx_id: 'CP-1', status: 'needs_response', outcome: 'open' },
  ...{ reason: 'product_not_received', amount: 2.5, currency: 'GBP' },
  ...{ opened_at: '2026-11-12T09:30:00.000Z', due_at: '2026-12-04T09:30:00.000Z' },
}
const lostDispute: DisputeRow = {
  ...{ ...dispute, id: 'dp_2', tx_id: 'CP-2', status: 'lost', outcome: 'lost', reason: null },
  ...{ amount: null, currency: null, due_at: null },
}

it('the list of disputes shows each with its deadline', async () => {
  const { shown, paths } = await openConsole('/disputes/all?outcome=lost&sort=-amount', {
    '/disputes?outcome=lost&sort=-amount': [dispute, lostDispute],
  })
  expect(paths()).toContain('/disputes?outcome=lost&sort=-amount')
  expect(shown()).toMatchInlineSnapshot(`
    "# All disputes
    Desk </disputes>
    All disputes </disputes/all>
    Outcome: All / Open / Won / (Lost)
    [Clear filters]
    | Purchase | Evidence until | Outcome | At the bank | Reason | [Amount] | [Opened] | Id
    | CP-1 </purchases/CP-1> | 2026-12-04 09:30 | ! Open | Needs response | Product not received | 2.50 GBP | 2026-11-12 09:30 | dp_1
    | CP-2 </purchases/CP-2> | – | !! Lost | Lost | – | – | 2026-11-12 09:30 | dp_2
    2 records on this page"
  `)
})

const message = {
  ...{ id: 1, template: 'refund_failed', state: 'sent', attempts: 1, to: 'buyer' as const },
  ...{ created_at: '2026-11-13T09:30:00.000Z', sent_at: '2026-11-13T09:31:00.000Z' },
  ...{ arrival: 'failed', last_error: null },
}
const openCase: DeskCase = {
  ...{ id: 'dispute:dp_1', kind: 'dispute', tx_id: 'CP-1', buyer_id: 'p1', buyer: 'Ada' },
  ...{ since: '2026-11-12T09:30:00.000Z', due_at: '2026-12-04T09:30:00.000Z' },
  ...{ amount: 2.5, currency: 'GBP', provider_id: 'dp_1', detail: 'fraudulent, needs_response' },
  ...{ evidence: null, next: { words: 'Send the evidence.', action: 'purchases evidence' } },
  messages: [
    message,
    {
      ...{ ...message, id: 2, to: 'receiver', state: 'queued', arrival: null, sent_at: null },
      template: 'gift_taken_back',
    },
  ],
}
const sentCase: DeskCase = {
  ...{ ...openCase, id: 'dispute:dp_2', tx_id: 'CP-2', buyer: null, messages: [], due_at: null },
  ...{ evidence: { at: '2026-11-14T09:30:00.000Z', by: 'Bob' }, detail: null, provider_id: null },
  next: { words: 'Wait for the bank.', action: null },
}
const refundCase: DeskCase = {
  ...{ ...openCase, id: 'refund:CP-3', kind: 'refund_failed', tx_id: 'CP-3', due_at: null },
  ...{ detail: 'insufficient_funds', next: { words: 'Refund.', action: 'purchases refund' } },
}
const actionNamed = (name: string) => ({
  ...{ ...exampleAction, name, title: name, subject: { of: 'purchase', field: 'tx_id' } },
})

it('the desk shows each case with its next step and the button of its action', async () => {
  const link = '</console/api/desk?after=x>; rel="next"'
  const { page, shown } = await openConsole('/disputes', {
    '/actions': [actionNamed('purchases evidence'), actionNamed('purchases refund')],
    '/desk': answer([openCase, sentCase, refundCase], 200, { link }),
  })
  await until(() => expect(page.offers('purchases refund')).toBe(1))
  expect(shown()).toMatchInlineSnapshot(`
    "# Disputes and refunds
    Desk </disputes>
    All disputes </disputes/all>
    Kind: (All) / Dispute / Refund failed / Owed after a dispute / Refund hangs / Fraud warning / Dispute at the bank / Refund under way
    !! Dispute
    2.50 GBP
    CP-1 </purchases/CP-1>
    Ada </people/p1>
    Evidence until
    2026-12-04 09:30
    Fraudulent, Needs response
    Since 2026-11-12 09:30
    dp_1
    No file with the evidence yet
    Messages so far
    Refund failed, to the buyer did not arrive 2026-11-13 09:31
    Gift taken back, to the receiver waits 2026-11-13 09:30
    Next: Send the evidence.
    [purchases evidence]
    !! Dispute
    2.50 GBP
    CP-2 </purchases/CP-2>
    Deleted passport </people/p1>
    Since 2026-11-12 09:30
    File with the evidence made by Bob, 2026-11-14 09:30
    Messages so far
    No message was written.
    Next: Wait for the bank.
    !! Refund failed
    2.50 GBP
    CP-3 </purchases/CP-3>
    Ada </people/p1>
    Insufficient funds
    Since 2026-11-12 09:30
    dp_1
    Messages so far
    Refund failed, to the buyer did not arrive 2026-11-13 09:31
    Gift taken back, to the receiver waits 2026-11-13 09:30
    Next: Refund.
    [purchases refund]
    3 records on this page
    Next page </disputes?after=x>"
  `)
})

it.each([
  ['/disputes', '/desk', 'Nothing waits for anybody.'],
  ['/disputes?kind=reinstated', '/desk?kind=reinstated', 'There is no such case.'],
])('an empty desk at %s says so', async (address, call, words) => {
  const { shown } = await openConsole(address, { [call]: [] })
  expect(shown()).toContain(words)
})

const whole: WholePurchase = {
  ...row,
  ...{ wallet: 100, card: 1103.5, serial_number: 'GS1-1', batch_id: 'b1', recipient: '+44•••9' },
  ...{ holder_id: 'p2', holder: 'Bob', places: { first: 1001, last: 3000 }, failure: null },
  completed_at: '2026-11-02T10:21:00.000Z',
  expires_at: '2026-11-02T10:35:00.000Z',
  ...{ keeps_kilograms: true, refunded_kg: 10, refunded: 3, lost: 4, owed: 5, goodwill: 6 },
  ...{ card_state: 'captured', payment_id: 'pi_1', provider_status: 'partially_refunded' },
  provider_reason: null,
  ...{ certificate: 'K7', log_entry: 1007, fraud_warned_at: '2026-11-03T10:21:00.000Z' },
  timeline: [
    { at: '2026-11-02T10:20:30.000Z', kind: 'state', title: 'Reserved', detail: '2,000 kg' },
    { at: '2026-11-02T10:21:00.000Z', kind: 'card', title: 'Charged', detail: null },
  ],
  postings: [
    {
      ...{ at: '2026-11-02T10:21:00.000Z', ledger: 'money', source: 'card_clearing' },
      ...{ destination: 'sales', amount: 1103.5, currency: 'GBP' },
    },
    {
      ...{ at: '2026-11-02T10:21:00.000Z', ledger: 'kg', source: 'available' },
      ...{ destination: 'holder:p2', amount: 2000, currency: null },
    },
    {
      ...{ at: '2026-11-02T10:21:00.000Z', ledger: 'money', source: 'wallet:p1:green-bank' },
      ...{ destination: 'programme:green-bank', amount: 100, currency: 'GBP' },
    },
  ],
  messages: [message],
  cases: [openCase],
  similar: [
    { ...row, tx_id: 'CP-8', status: 'COMPLETED', created_at: '2026-11-02T10:20:18.000Z' },
    { ...row, tx_id: 'CP-9', status: 'REFUNDED', created_at: '2026-11-02T10:22:30.000Z' },
    { ...row, tx_id: 'CP-7', status: 'REFUNDED', created_at: '2026-11-02T10:22:29.000Z' },
  ],
  disputes: [dispute],
}

it('the page of a purchase shows all that happened', async () => {
  const { shown } = await openConsole('/purchases/CP-1', { '/purchases/CP-1': whole })
  expect(shown()).toMatchInlineSnapshot(`
    "← Purchases </purchases>
    # CP-1
    !! Disputed ! Refunding 2,000 kg for 1,203.50 GBP, 2 Nov 2026, hh:mm:ss
    !! Dispute
    2.50 GBP
    Evidence until
    2026-12-04 09:30
    Fraudulent, Needs response
    Since 2026-11-12 09:30
    dp_1
    No file with the evidence yet
    Messages so far
    Refund failed, to the buyer did not arrive 2026-11-13 09:31
    Gift taken back, to the receiver waits 2026-11-13 09:30
    Next: Send the evidence.
    # The same bought again within an hour
    CP-8 </purchases/CP-8> + Completed 12 s before this one
    CP-9 </purchases/CP-9> Refunded 2 min after this one
    CP-7 </purchases/CP-7> Refunded 119 s after this one
    # What happened
    # 2 Nov 2026
    Reserved
    2,000 kg
    10:20:30 Purchase
    Charged
    10:21:00 Card
    # Summary
    Buyer: Ada </people/p1>
    Gift for: +44•••9
    Holder: Bob </people/p2>
    Project: Cookstoves
    Batch: GS1-1 </catalogue/batches/b1>
    Places in the batch: 1,001 to 3,000
    Refunded in part: 10 kg
    After the refund: The holder keeps the kilograms.
    Completed: 2026-11-02 10:21
    Certificate: K7
    Public log: Entry 1,007
    # Money
    Total: 1,203.50 GBP
    From the wallet: 100.00 GBP
    From the card: 1,103.50 GBP
    Card payment: Charged
    At the card provider now: Partially refunded
    Payment id: pi_1 [Copy: Payment id]
    Refunded: 3.00 GBP
    Still owed: 5.00 GBP
    Goodwill: 6.00 GBP
    Lost to the bank: 4.00 GBP
    Fraud warning: 2026-11-03 10:21
    # Disputes
    | Evidence until | Outcome | At the bank | Reason | Amount | Opened | Id
    | 2026-12-04 09:30 | ! Open | Needs response | Product not received | 2.50 GBP | 2026-11-12 09:30 | dp_1
    # Bookkeeping (postings)
    | Time | From | To | Amount
    | 2026-11-02 10:21 | card_clearing | sales | 1,103.50 GBP
    | 2026-11-02 10:21 | available | holder of a person </people/p2> | 2,000 kg
    | 2026-11-02 10:21 | wallet of a person </people/p1> | programme green-bank </programmes/green-bank> | 100.00 GBP
    # Messages
    | Message | State | Arrival | Written | Sent | Last error
    | Refund failed, to the buyer | + Sent | Failed | 2026-11-13 09:30 | 2026-11-13 09:31 | –"
  `)
})

const bare: WholePurchase = {
  ...{ ...whole, status: 'FAILED', reversal: 'none', recipient: null, holder_id: null },
  ...{ holder: null, buyer: null, places: null, failure: 'card_declined', completed_at: null },
  ...{ keeps_kilograms: false, refunded_kg: 0, refunded: 0, lost: 0, owed: 0, goodwill: 0 },
  ...{ wallet: 0, card: 0, payment_id: null, provider_status: null, provider_reason: null },
  certificate: null,
  ...{ log_entry: null, fraud_warned_at: null, timeline: [], postings: [], messages: [] },
  ...{ cases: [], similar: [], disputes: [] },
}

it('the page of a failed purchase has no facts of what did not happen', async () => {
  const { shown } = await openConsole('/purchases/CP-1', { '/purchases/CP-1': bare })
  expect(shown()).toMatchInlineSnapshot(`
    "← Purchases </purchases>
    # CP-1
    !! Failed 2,000 kg for 1,203.50 GBP, 2 Nov 2026, hh:mm:ss
    # What happened
    # Summary
    Buyer: Deleted passport </people/p1>
    Project: Cookstoves
    Batch: GS1-1 </catalogue/batches/b1>
    Time to pay ends: 2026-11-02 10:35
    Failure: Card declined
    # Money
    Total: 1,203.50 GBP
    # Bookkeeping (postings)
    Nothing was posted.
    # Messages
    No message was written."
  `)
})

it('a purchase whose state is its reversal has one badge, and its own holder is not named', async () => {
  const refunded = { ...bare, status: 'REFUNDED', reversal: 'refunded', holder_id: 'p1' }
  const { shown } = await openConsole('/purchases/CP-1', { '/purchases/CP-1': refunded })
  expect(shown().match(/^Refunded .*/gm)).toEqual([
    'Refunded 2,000 kg for 1,203.50 GBP, 2 Nov 2026, hh:mm:ss',
  ])
  expect(shown()).not.toContain('Holder')
})

it('a holder whose passport is deleted is linked, and one bought in the same second has a span', async () => {
  const [other] = whole.similar
  const { shown } = await openConsole('/purchases/CP-1', {
    '/purchases/CP-1': {
      ...{ ...bare, status: 'PENDING', failure: null, buyer: 'Ada', holder_id: 'p2' },
      similar: other === undefined ? [] : [{ ...other, created_at: bare.created_at }],
    },
  })
  expect(shown()).toContain('CP-8 </purchases/CP-8> + Completed 1 s after this one')
  expect(shown()).toContain('Buyer: Ada </people/p1>\nHolder: Deleted passport </people/p2>\n')
  expect(shown()).toContain('Time to pay ends: 2026-11-02 10:35\n# Money\n')
})

const all = ['purchases refund', 'purchases reconcile', 'purchases evidence']

it.each([
  [{ status: 'COMPLETED' }, ['purchases refund', 'purchases reconcile']],
  [{ status: 'REFUNDED' }, []],
  [{ status: 'FAILED' }, ['purchases reconcile']],
  [{ status: 'EXPIRED' }, ['purchases reconcile']],
  [{ status: 'REFUNDED', owed: 1 }, ['purchases refund', 'purchases reconcile']],
  [{ status: 'COMPLETED', disputes: [dispute] }, all],
  [{ status: 'COMPLETED', fraud_warned_at: '2026-11-03T10:21:00.000Z' }, all],
])('a purchase %j is offered the actions that make sense', async (changes, offered) => {
  const { page } = await openConsole('/purchases/CP-1', {
    '/actions': [...all, 'purchases resend'].map(actionNamed),
    '/purchases/CP-1': { ...bare, ...changes },
  })
  await until(() => expect(page.offers('purchases resend')).toBe(1))
  expect(all.filter((name) => page.offers(name) === 1)).toEqual(offered)
})

it.each([
  ['captured', 'Charged'],
  ['voided', 'Released'],
  ['requires_action', 'Requires action'],
])('a card payment that is %s is %s', async (card_state, words) => {
  const purchase = { ...bare, card: 1, card_state }
  const { shown } = await openConsole('/purchases/CP-1', { '/purchases/CP-1': purchase })
  expect(shown()).toContain(`Card payment: ${words}\n`)
})

it('certificate and log are links while the public site is known', async () => {
  const open = openConsole('/purchases/CP-1', { '/purchases/CP-1': whole })
  document.documentElement.dataset.publicUrl = 'https://passport.example'
  const { shown } = await open
  expect(shown()).toContain('Certificate: K7 <https://passport.example/c/K7>')
  expect(shown()).toContain('Public log: Entry 1,007 <https://passport.example/log>')
})
