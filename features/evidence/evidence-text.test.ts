// Tests the text of the evidence: each line has its own fact, and absent facts have their own words.
import { expect, it } from 'vitest'
import type { Evidence } from '#features/evidence/read-evidence.ts'
import { evidenceText } from './evidence-text.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
const evidence: Evidence = {
  purchase: {
    ...{ id: '0199c4c0-1111-7222-8333-444455556666', tx_id: 'CP-7K2M-9QXF-4HJD' },
    ...{ buyer_id: '0199c4c0-1111-7222-8333-444455557777', buyer_phone: '+447400123456' },
    ...{ buyer_country: 'GB', buyer_since: at(1), is_gift: false, is_holder_buyer: true },
    ...{ is_received: true, is_taken_back: false, quantity_kg: 100, refunded_kg: 0 },
    ...{ price_micros: 20_000, batch_currency: 'GBP', currency: 'GBP', rate: '1' },
    ...{ total_minor: 200, wallet_minor: 30, card_minor: 170, refunded_minor: 40 },
    ...{ card_payment_id: 'pi_1', created_at: at(2), completed_at: at(3), received_at: at(4) },
    ...{ is_planned: false, plan_id: null, plan_since: null, is_off_session: null },
    ...{ card_saved_at: null, card_saved_with: null, project: 'Wind', project_country: 'Kenya' },
    ...{ registry_name: 'Gold Standard', registry_url: null, certificate: null },
  },
  card: { brand: 'visa', lastFour: '4242', country: 'GB' },
  sessions: [
    {
      ...{ browser: 'Firefox', system: 'Mac', created_at: at(5), code_at: at(6) },
      last_seen_at: at(7),
    },
    { browser: null, system: null, created_at: at(8), code_at: at(9), last_seen_at: at(10) },
  ],
  messages: [
    {
      ...{ template: 'purchase_success', state: 'sent', created_at: at(11), sent_at: at(12) },
      arrival: 'delivered',
    },
    { template: 'refund_sent', state: 'dead', created_at: at(13), sent_at: null, arrival: null },
  ],
  disputes: [],
  deliveries: [
    {
      ...{ serial: 'GS-1', vintageYear: 2024 },
      parts: [
        {
          first: 1,
          last: 60,
          state: 'allocated',
          reference: null,
          url: null,
          date: null,
          confirmedOn: null,
        },
        {
          ...{ first: 61, last: 100, state: 'retired', reference: 'R-1', url: null },
          ...{ date: '2026-11-20', confirmedOn: null },
        },
      ],
    },
  ],
  proof: null,
  origin: 'https://passport.example',
  certificateUrl: null,
}
const dispute: Evidence['disputes'][number] = {
  ...{ id: 'dp_1', status: 'needs_response', outcome: 'open', reason: null, amount: 1.5 },
  ...{ currency: 'GBP', opened_at: at(14), due_at: at(15), closed_at: at(16) },
}
const purchase = (changes: Partial<Evidence['purchase']>) => ({
  purchase: { ...evidence.purchase, ...changes },
})
const linesWith = (changes: Partial<Evidence>) =>
  evidenceText({ ...evidence, ...changes }, at(20)).split('\n')

it.each([
  '# Evidence for purchase CP-7K2M-9QXF-4HJD',
  'Written 2026-11-21 20:00:00. All times are in UTC.',
  'The card provider has reported no dispute.',
  '- Goods: 100 kg of CO2 offsets, a digital good',
  '- Project: Wind, Kenya',
  '- Registry: Gold Standard',
  '- Ordered: 2026-11-21 02:00:00',
  '- Completed: 2026-11-21 03:00:00',
  '- For: the buyer',
  '- Price: 0.02 GBP per kg',
  '- Total: 2.00 GBP',
  '- Paid by card: 1.70 GBP',
  '- Paid from a wallet: 0.30 GBP',
  '- Given back to the card: 0.40 GBP',
  '- Card: visa, ending in 4242',
  '- Payment at the card provider: pi_1',
  '- Country of the number: GB',
  '- Customer since: 2026-11-21 01:00:00',
  '- Firefox on Mac: signed in 2026-11-21 05:00:00, last code or passkey 2026-11-21 06:00:00, last used 2026-11-21 07:00:00',
  '- unknown browser on an unknown system: signed in 2026-11-21 08:00:00, last code or passkey 2026-11-21 09:00:00, last used 2026-11-21 10:00:00',
  'On 2026-11-21 04:00:00 the kilograms were entered in the account of the buyer:',
  '- serial number GS-1, vintage 2024, kilograms 1 to 60: allocated, not yet retired at the registry',
  '- serial number GS-1, vintage 2024, kilograms 61 to 100: retired at the registry on 2026-11-20, reference R-1',
  'The public log does not show this purchase yet.',
  '- purchase_success: sent 2026-11-21 12:00:00, delivered',
  '- refund_sent: dead, written 2026-11-21 13:00:00',
])('has the line %j', (line) => {
  expect(linesWith({})).toContain(line)
})

const given = { is_gift: true, is_holder_buyer: false }
const ofReceiver =
  'On 2026-11-21 04:00:00 the kilograms were entered in the account of the person it was given to:'
const planned = {
  ...{ is_planned: true, plan_id: 'PL-1', plan_since: at(1) },
  ...{ card_saved_at: at(2), card_saved_with: 'CP-1' },
}
/** A second delivery, whose serial must not look like a further line. */
const onTwoLines: Evidence['deliveries'][number] = {
  ...{ serial: 'GS\n- 1', vintageYear: 2023 },
  parts: evidence.deliveries.flatMap(({ parts }) =>
    parts.slice(0, 1).map((part) => ({ ...part, first: 5, last: 6 })),
  ),
}
const words: readonly (readonly [string, Partial<Evidence>])[] = [
  ['- Disputed sum: 1.50 GBP', { disputes: [dispute] }],
  ['- Reason: not stated', { disputes: [dispute] }],
  ['- Reason: fraudulent', { disputes: [{ ...dispute, reason: 'fraudulent' }] }],
  ['- Opened: 2026-11-21 14:00:00', { disputes: [dispute] }],
  ['- Evidence due: 2026-11-21 15:00:00', { disputes: [dispute] }],
  ['- Closed: 2026-11-21 16:00:00', { disputes: [dispute] }],
  ['- Dispute: dp_2', { disputes: [dispute, { ...dispute, id: 'dp_2' }] }],
  ['- Refunded: 40 kg of these, with their money', purchase({ refunded_kg: 40 })],
  ['- Page at the registry: https://gs.example', purchase({ registry_url: 'https://gs.example' })],
  ['- Completed: not completed', purchase({ completed_at: null })],
  ['Nothing was delivered: the purchase is not completed.', purchase({ completed_at: null })],
  ['- For: another person, as a gift', purchase(given)],
  [ofReceiver, purchase(given)],
  [
    'On 2026-11-21 04:00:00 the kilograms were entered in the account of the buyer:',
    purchase({ ...given, is_holder_buyer: true }),
  ],
  [
    'The kilograms are set aside for the person they were given to:',
    purchase({ ...given, is_received: false }),
  ],
  [
    'They were taken back since, with the refund or the lost dispute.',
    purchase({ is_taken_back: true }),
  ],
  [
    '- Price: 0.02 EUR per kg, 1 EUR = 0.87 GBP',
    purchase({ batch_currency: 'EUR', rate: '0.870' }),
  ],
  ['- Card: the card provider did not say', { card: null }],
  ['- Payment at the card provider: none', purchase({ card_payment_id: null })],
  [
    '- Phone number, verified by a one-time code: deleted by the buyer since',
    purchase({ buyer_phone: null }),
  ],
  ['No session of that time is kept: ended sessions are deleted.', { sessions: [] }],
  ['No message about this purchase is kept.', { messages: [] }],
  ['- Public certificate: https://c.example', { certificateUrl: 'https://c.example' }],
  [
    'The buyer saved the card on 2026-11-21 02:00:00, with purchase CP-1.',
    purchase({ ...planned, is_off_session: true }),
  ],
  [
    'The monthly plan gave the order and charged the saved card. The buyer was not present, and signed no order.',
    purchase({ ...planned, is_off_session: true }),
  ],
  [
    'A month of the plan was ordered by the buyer. The order was signed with a key that is kept in the browser that signed in.',
    purchase({ ...planned, is_off_session: false }),
  ],
  [
    'The monthly plan gave the order. The card was removed since, and it is not kept whether the buyer was present.',
    purchase({ ...planned, is_off_session: null }),
  ],
  [
    '- serial number GS - 1, vintage 2023, kilograms 5 to 6: allocated, not yet retired at the registry',
    { deliveries: [...evidence.deliveries, onTwoLines] },
  ],
]

it.each(words)('has the line %j for a fact of its own, and not without it', (line, changes) => {
  expect(linesWith(changes)).toContain(line)
  if (line.endsWith('account of the buyer:')) return
  expect(linesWith({})).not.toContain(line)
})

it('has its sections in order, each with its own lines and no other', () => {
  const proof = {
    ...{ index: 12, entry: '{"kind":"allocate"}', salt: Buffer.alloc(2, 7), size: 20 },
    ...{ hashes: [Buffer.alloc(1, 1), Buffer.alloc(1, 2)], witnesses: [] },
    checkpoint: 'log\n20\nROOT\n\nsigned\n',
  }
  const whole = linesWith({ disputes: [dispute], proof, certificateUrl: 'https://c.example' })
  expect(whole).toEqual([
    ...['# Evidence for purchase CP-7K2M-9QXF-4HJD', ''],
    ...['Written 2026-11-21 20:00:00. All times are in UTC.', '', '## The dispute', ''],
    ...['- Dispute: dp_1', '- State: needs_response', '- Reason: not stated'],
    ...['- Disputed sum: 1.50 GBP', '- Opened: 2026-11-21 14:00:00'],
    ...['- Evidence due: 2026-11-21 15:00:00', '- Closed: 2026-11-21 16:00:00', ''],
    ...['## What was bought', '', '- Goods: 100 kg of CO2 offsets, a digital good'],
    ...['- Project: Wind, Kenya', '- Registry: Gold Standard', '- Ordered: 2026-11-21 02:00:00'],
    ...['- Completed: 2026-11-21 03:00:00', '- For: the buyer', '', '## What was paid', ''],
    ...['- Price: 0.02 GBP per kg', '- Total: 2.00 GBP', '- Paid by card: 1.70 GBP'],
    ...['- Paid from a wallet: 0.30 GBP', '- Given back to the card: 0.40 GBP'],
    ...['- Card: visa, ending in 4242', '- Payment at the card provider: pi_1', ''],
    ...['## Consent', ''],
    'The version of the terms that the buyer agreed to, and the time, are not stored.',
    ...['', '## Who bought it', ''],
    '- Phone number, verified by a one-time code: +44•••••456',
    ...['- Country of the number: GB', '- Customer since: 2026-11-21 01:00:00', ''],
    'The order was signed with a key that is kept in the browser that signed in.',
    ...['', 'Sessions of the buyer around the purchase:', ''],
    '- Firefox on Mac: signed in 2026-11-21 05:00:00, last code or passkey 2026-11-21 06:00:00, last used 2026-11-21 07:00:00',
    '- unknown browser on an unknown system: signed in 2026-11-21 08:00:00, last code or passkey 2026-11-21 09:00:00, last used 2026-11-21 10:00:00',
    ...['', '## How it was delivered', ''],
    'On 2026-11-21 04:00:00 the kilograms were entered in the account of the buyer:',
    '',
    '- serial number GS-1, vintage 2024, kilograms 1 to 60: allocated, not yet retired at the registry',
    '- serial number GS-1, vintage 2024, kilograms 61 to 100: retired at the registry on 2026-11-20, reference R-1',
    ...['', '- Public certificate: https://c.example', '', '## Proof of delivery', ''],
    'Each sale is an entry in a public log (https://passport.example/log/checkpoint) that can only grow. https://passport.example/verify checks a certificate against it.',
    'The entry does not name the purchase; its commitment is the SHA-256 of the salt and the id below.',
    ...['', '- Index of the entry: 12', '- Id: CP-7K2M-9QXF-4HJD', '- Salt: 0707', ''],
    ...['Entry:', '', '    {"kind":"allocate"}', '', 'Hashes from the entry to the root:', ''],
    ...['    AQ==', '    Ag==', '', 'Signed checkpoint:', '', '    log', '    20', '    ROOT'],
    ...['    ', '    signed', '', '', '## Messages that were sent', ''],
    '- purchase_success: sent 2026-11-21 12:00:00, delivered',
    ...['- refund_sent: dead, written 2026-11-21 13:00:00', ''],
  ])
})
