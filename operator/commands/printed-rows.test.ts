// Tests the lines and the JSON that commands make of stored rows: each figure at its place, in its currency, and the
// options that choose the rows.
import { describe, expect, it } from 'vitest'
import type { Actor } from '#operator/actor.ts'
import { databaseOf, type StoredRows } from '#tests/support/stored-rows.ts'
import { accountsBalances } from './account-commands.ts'
import { auditList } from './audit-commands.ts'
import { accountsClose, accountsMonths } from './close-commands.ts'
import type { Command, Context } from './command.ts'
import { accountsMargin } from './cost-commands.ts'
import { messagesList } from './message-commands.ts'
import { batchesAudit } from './offer-commands.ts'
import { partnersList } from './partner-commands.ts'
import { plansList } from './plan-commands.ts'
import { programmesLine } from './programme-commands.ts'
import { programmesList } from './programme-list.ts'
import { purchasesList } from './purchase-commands.ts'
import { retirementsDue } from './retirement-commands.ts'
import { staffList } from './staff-commands.ts'
import { accountsTax } from './tax-commands.ts'

type Given = {
  readonly rows?: StoredRows
  readonly options?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
  readonly words?: readonly string[]
  readonly actor?: Actor
  readonly asJson?: boolean
}

async function answerOf(command: Command, given: Given = {}) {
  const { rows = {}, options = {}, flags = [], words = [], asJson = false } = given
  const { actor = { kind: 'root', forName: undefined } } = given
  const printed: unknown[] = []
  const { db, valuesOf } = databaseOf(rows)
  const context = {
    ...{ db, servingDb: db, actor, options, asJson, words, lists: {}, flags: new Set(flags) },
    settings: { production: false, secretKey: '5f'.repeat(32) },
    print: (part: unknown) => printed.push(part),
    say: () => undefined,
  } as unknown as Context
  const { ok, lines, json } = await command.run(context)
  return { ok, lines: [...printed, ...lines], json, valuesOf }
}

const at = (day: string) => new Date(`${day}T10:00:00Z`)
const partner: Actor = { kind: 'member', id: 'm1', name: 'Paula', roles: ['partner:green'] }

describe('plans list', () => {
  const plan = {
    ...{ id: 'plan-1', passport_id: 'pass-1', state: 'active', pause_reason: null },
    ...{ amount_minor: 1250, currency: 'EUR', project_id: null, pay: 'wallet', day: 15 },
    ...{ next_run_at: at('2026-12-15'), expires_at: at('2026-11-01') },
    ...{ last_period: null, last_state: null, last_reason: null, tx_id: null },
    ...{ quantity_kg: null, total_minor: null },
  }
  const paused = {
    ...plan,
    ...{ id: 'plan-2', passport_id: 'pass-2', state: 'paused', pause_reason: 'restored' },
    ...{ amount_minor: 300, currency: 'GBP', next_run_at: null, last_period: '2026-11-01' },
  }

  it('shows each plan with its money, its next and its last run', async () => {
    const last = { last_state: 'left_out', last_reason: 'declined' }
    const bought = { last_state: 'bought', tx_id: 'CP-1', quantity_kg: 9, total_minor: 300 }
    const open = { ...plan, project_id: 'proj-7', pay: 'card', last_period: '2026-10-01' }
    const rows = [
      plan,
      { ...paused, ...last },
      { ...paused, ...bought },
      { ...open, id: 'plan-3', last_state: 'asking' },
    ]
    const { lines, json } = await answerOf(plansList, { rows: { 'list-plans': [rows] } })
    expect(lines).toEqual([
      'plan-1  pass-1  ACTIVE  12.50 EUR by wallet on day 15, project featured, next 2026-12-15T10:00:00.000Z',
      'plan-2  pass-2  PAUSED (restored)  3.00 GBP by wallet on day 15, project featured, next none, last 2026-11 declined',
      'plan-2  pass-2  PAUSED (restored)  3.00 GBP by wallet on day 15, project featured, next none, last 2026-11 CP-1',
      'plan-3  pass-1  ACTIVE  12.50 EUR by card on day 15, project proj-7, next 2026-12-15T10:00:00.000Z, last 2026-10 CONFIRMATION_NEEDED',
    ])
    const shown = {
      ...{ id: 'plan-2', passport_id: 'pass-2', state: 'PAUSED', pause_reason: 'restored' },
      ...{ amount: 3, currency: 'GBP', project_id: 'featured', pay: 'wallet', day: 15 },
      ...{ next_run: null, expires_at: null },
    }
    const run = { period: '2026-11', state: 'NONE', reason: 'declined', tx_id: null }
    expect(json).toEqual({
      ok: true,
      plans: [
        expect.objectContaining({ id: 'plan-1', passport_id: 'pass-1', last_run: null }),
        { ...shown, last_run: { ...run, kg: null, total: null } },
        {
          ...shown,
          last_run: { ...run, state: 'COMPLETED', reason: null, tx_id: 'CP-1', kg: 9, total: 3 },
        },
        expect.objectContaining({ id: 'plan-3', project_id: 'proj-7', pay: 'card' }),
      ],
    })
  })

  it.each([
    [{}, null],
    [{ state: 'Paused' }, 'paused'],
    [{ state: 'active' }, 'active'],
  ])('reads the plans of %j', async (options, state) => {
    const { ok, valuesOf } = await answerOf(plansList, { options })
    expect([ok, valuesOf('list-plans')]).toEqual([true, [[state, 1_000]]])
  })

  it.each(['ended', 'unconfirmed', ''])('refuses the state "%s"', async (state) => {
    const { ok, lines, valuesOf } = await answerOf(plansList, { options: { state } })
    expect([ok, lines, valuesOf('list-plans')]).toEqual([
      ...[false, ['--state takes one of active, paused.'], []],
    ])
  })
})

describe('messages list', () => {
  const message = {
    ...{ id: 2, template: 'gift_success', state: 'sent', attempts: 1 },
    ...{ created_at: at('2026-05-02'), last_error: null, arrival: 'delivered', tx_id: 'CP-1' },
  }
  const dead = {
    ...message,
    ...{ id: 1, template: 'sign_in', state: 'dead', attempts: 8, last_error: 'TypeError' },
    ...{ created_at: at('2026-05-01'), arrival: null, tx_id: null },
  }

  it.each([
    [[], false],
    [['dead'], true],
  ])('with %j shows the fate of each', async (flags, isDead) => {
    const given = { rows: { 'list-messages': [[message, dead]] }, flags }
    const { lines, valuesOf } = await answerOf(messagesList, given)
    expect(lines).toEqual([
      '2026-05-02T10:00:00.000Z  gift_success  CP-1  sent, 1 tries, delivered',
      '2026-05-01T10:00:00.000Z  sign_in  -  dead, 8 tries, TypeError',
    ])
    expect(valuesOf('list-messages')).toEqual([[isDead, 1_000]])
  })
})

describe('programmes list', () => {
  const green = {
    ...{ id: 'green', name: 'Green Bank', currency: 'EUR', person_limit_minor: 2_000 },
    ...{ day_limit_minor: null, closed_at: null, day_minor: 150 },
  }
  const inPounds = { balance_currency: 'GBP', balance_minor: -1_250, floor_minor: -5_000 }
  const rows = [
    { ...green, balance_currency: 'EUR', balance_minor: 900, floor_minor: 0 },
    { ...green, ...inPounds },
    { ...green, balance_currency: 'USD', balance_minor: 0, floor_minor: -700 },
    { ...green, balance_currency: 'TRY', balance_minor: 0, floor_minor: 0 },
    { ...green, ...inPounds, id: 'old', name: 'Old', closed_at: at('2026-03-01') },
  ]
  const greenLines = [
    'green  Green Bank  EUR in 24 hours a person 20.00, in all none, given 1.50',
    '  EUR  funds 9.00  used 0.00  line 0.00  left 9.00',
    '  GBP  funds 0.00  used 12.50  line 50.00  left 37.50',
    '  USD  funds 0.00  used 0.00  line 7.00  left 7.00',
  ]

  it('shows funds, used and left credit line of each currency', async () => {
    const { lines, json } = await answerOf(programmesList, { rows: { 'list-programmes': [rows] } })
    expect(lines).toEqual([
      ...greenLines,
      'old  Old  EUR in 24 hours a person 20.00, in all none, given 1.50  closed 2026-03-01T10:00:00.000Z',
      '  GBP  funds 0.00  used 12.50  line 50.00  left 37.50',
    ])
    expect(json).toMatchObject({
      programmes: [
        {
          program_id: 'green',
          limits: { currency: 'EUR', person: 20, day: null, given_in_24_hours: 1.5 },
          balances: [
            { currency: 'EUR', balance: 9, funds: 9, used: 0, credit_line: 0, available: 9 },
            { currency: 'GBP', balance: -12.5, funds: 0, used: 12.5, credit_line: 50 },
            { currency: 'USD', credit_line: 7, available: 7 },
            { currency: 'TRY', available: 0 },
          ],
        },
        { program_id: 'old', closed_at: at('2026-03-01') },
      ],
    })
  })

  it('shows a partner its own only', async () => {
    const given = { rows: { 'list-programmes': [rows] }, actor: partner }
    expect((await answerOf(programmesList, given)).lines).toEqual(greenLines)
  })
})

describe('partners list', () => {
  const rows = [
    { program_id: 'green', terminal_id: 'partner_1', holder_name: 'Green', signs: true },
    { program_id: 'old', terminal_id: null, holder_name: null, signs: false },
    { program_id: 'red', terminal_id: 'partner_2', holder_name: 'Red', signs: false },
  ].map((row) => ({ ...row, retires_at: row.signs ? null : at('2026-04-01') }))

  it('says which terminals sign, and until when', async () => {
    const { lines } = await answerOf(partnersList, { rows: { 'list-partner-terminals': [rows] } })
    expect(lines).toEqual([
      'green  partner_1  Green  signs',
      'old  no terminal',
      'red  partner_2  Red  signed until 2026-04-01T10:00:00.000Z',
    ])
  })

  it('shows a partner its own only', async () => {
    const given = { rows: { 'list-partner-terminals': [rows] }, actor: partner }
    const { lines, json } = await answerOf(partnersList, given)
    expect(lines).toEqual(['green  partner_1  Green  signs'])
    expect(json).toMatchObject({ terminals: [{ program_id: 'green' }] })
  })
})

it('accounts months names the month, its end, its author and its postings', async () => {
  const month = { closed_at: at('2026-11-02'), closed_by: 'Ada', postings: 7 }
  const rows = [
    { ...month, month: '2026-10-01' },
    { ...month, month: '2026-09-01', closed_by: 'root for Bea', postings: 12 },
  ]
  const { lines } = await answerOf(accountsMonths, { rows: { 'list-closed-months': [rows] } })
  expect(lines).toEqual([
    '2026-10  closed 2026-11-02T10:00:00.000Z by Ada  7 postings',
    '2026-09  closed 2026-11-02T10:00:00.000Z by root for Bea  12 postings',
  ])
})

describe('accounts margin', () => {
  const batch = {
    ...{ month: '2026-10', project: 'GS 1', serial_number: 'S-1', currency: 'EUR' },
    ...{ sales_minor: 5_000, cost_minor: 1_200, write_offs_minor: 300, given_minor: 50 },
  }
  const rows = [
    batch,
    { ...batch, serial_number: 'S-2', sales_minor: 1_000 },
    { ...batch, currency: 'JPY' },
    { ...batch, project: null, serial_number: null, sales_minor: 0 },
  ]
  const given = {
    rows: { 'sum-margins': [rows] },
    options: { from: '2026-09', to: '2026-10' },
  }

  it('has a line for each batch and currency, in the decimals of the currency', async () => {
    const { lines, json, valuesOf } = await answerOf(accountsMargin, given)
    expect(lines).toEqual([
      '2026-10  GS 1  S-1  sales 50.00, cost 12.00, written off 3.00, given 0.50: margin 34.50 EUR',
      '2026-10  GS 1  S-2  sales 10.00, cost 12.00, written off 3.00, given 0.50: margin -5.50 EUR',
      '2026-10  GS 1  S-1  sales 5000, cost 1200, written off 300, given 50: margin 3450 JPY',
      '2026-10  entries by hand  sales 0.00, cost 12.00, written off 3.00, given 0.50: margin -15.50 EUR',
    ])
    expect(json).toMatchObject({
      margins: [
        { sales: 50, cost_of_sales: 12, write_offs: 3, given: 0.5, margin: 34.5, currency: 'EUR' },
        { serial_number: 'S-2' },
        { sales: 5_000, cost_of_sales: 1_200, write_offs: 300, given: 50, margin: 3_450 },
        { project: null, serial_number: null },
      ],
    })
    expect(valuesOf('sum-margins')).toEqual([['2026-09-01', '2026-11-01']])
  })

  it('is a file in the decimals of each currency, without sentences', async () => {
    const { lines } = await answerOf(accountsMargin, { ...given, flags: ['csv'] })
    expect(lines).toEqual([
      'month,project,serial_number,currency,sales,cost_of_sales,write_offs,given,margin\r',
      '2026-10,GS 1,S-1,EUR,50,12,3,0.5,34.5\r',
      '2026-10,GS 1,S-2,EUR,10,12,3,0.5,-5.5\r',
      '2026-10,GS 1,S-1,JPY,5000,1200,300,50,3450\r',
      '2026-10,,,EUR,0,12,3,0.5,-15.5\r',
    ])
    const empty = await answerOf(accountsMargin, { options: given.options, flags: ['csv'] })
    expect(empty.lines).toEqual(lines.slice(0, 1))
  })

  it('adds the batches of a project up', async () => {
    const { lines } = await answerOf(accountsMargin, { ...given, flags: ['projects'] })
    expect(lines).toEqual([
      '2026-10  GS 1  sales 60.00, cost 24.00, written off 6.00, given 1.00: margin 29.00 EUR',
      '2026-10  GS 1  sales 5000, cost 1200, written off 300, given 50: margin 3450 JPY',
      '2026-10  entries by hand  sales 0.00, cost 12.00, written off 3.00, given 0.50: margin -15.50 EUR',
    ])
  })
})

describe('accounts balances', () => {
  const money = [
    { currency: 'EUR', account: 'bank', accounts: 1, amount: 1_250 },
    { currency: 'EUR', account: 'wallet', accounts: 3, amount: -1_250 },
    { currency: 'JPY', account: 'bank', accounts: 1, amount: 1_250 },
    { currency: 'JPY', account: 'sales', accounts: 1, amount: -1_250 },
  ]
  const kilograms = [
    { batch_id: 'b1', account: 'available', accounts: 1, amount: 5 },
    { batch_id: 'b1', account: 'issued', accounts: 1, amount: -5 },
    { batch_id: 'b2', account: 'available', accounts: 1, amount: 7 },
    { batch_id: 'b2', account: 'issued', accounts: 1, amount: -7 },
  ]
  const serials = [
    { id: 'b1', serial_number: 'S-1' },
    { id: 'b2', serial_number: 'S-2' },
  ]
  const balances = async (ofMoney: readonly object[], ofKilograms: readonly object[]) => {
    const rows = {
      ...{ 'money-balances-at': [ofMoney], 'kg-balances-at': [ofKilograms] },
      'serials-of-batches': [serials],
    }
    const { ok, lines, json } = await answerOf(accountsBalances, {
      ...{ rows, options: { at: '2026-05-31' } },
    })
    const shown = lines.map((line) => String(line).replaceAll(/ {2,}/g, '  '))
    return {
      ok,
      lines: shown.filter((line) => !/^\w+ {2}(?!sum)\w+ {2}0(\.00)?$/.test(line)),
      json,
    }
  }

  it('shows each account in the decimals of its currency, and the sums', async () => {
    const { ok, lines, json } = await balances(money, kilograms)
    expect([ok, lines]).toEqual([
      true,
      [
        ...['EUR  wallet  -12.50  (3 accounts)', 'EUR  bank  12.50', 'EUR  sum  0.00'],
        ...['JPY  bank  1250', 'JPY  sales  -1250', 'JPY  sum  0'],
        ...['kg  issued  -12  (2 accounts)', 'kg  available  12  (2 accounts)', 'kg  sum  0'],
      ],
    ])
    expect(json).toMatchObject({ until: '2026-06-01T00:00:00.000Z', kg_sum: 0 })
  })

  it.each([
    ['money', money.slice(0, 3), kilograms, 'JPY  sum  1250'],
    ['a batch', money, kilograms.slice(0, 3), 'WRONG: the kilograms of S-2 do not add up.'],
  ])('is not ok if %s does not add up', async (_, ofMoney, ofKilograms, line) => {
    const { ok, lines, json } = await balances(ofMoney, ofKilograms)
    expect([ok, json]).toEqual([false, expect.objectContaining({ ok: false })])
    expect(lines).toContain(line)
  })

  it('is not ok if two batches differ by the same kilograms', async () => {
    const [first = {}, ...others] = kilograms
    const last = { ...others.at(-1), amount: -8 }
    const { ok } = await balances(money, [{ ...first, amount: 6 }, ...others.slice(0, -1), last])
    expect(ok).toBe(false)
  })
})

describe('accounts tax', () => {
  const sum = {
    ...{ country: 'DE', currency: 'EUR', rate: '19', receipts: 3, credit_notes: 1 },
    ...{ gross_minor: 11_900, tax_minor: 1_900 },
  }
  const sums = [sum, { ...sum, country: 'JP', currency: 'JPY', rate: '10', receipts: 2 }]
  const options = { quarter: '2026-Q1' }
  const series = { series: 1, kind: 'receipt', year: 2026, sequence: 7, day: '2026-02-03' }
  const receipt = {
    ...{ ...series, tx_id: 'CP-1', country: 'DE', card_country: 'FR', currency: 'JPY' },
    ...{ gross_minor: 11_900, tax_minor: 1_900 },
  }

  it('sums each country in the decimals of its currency', async () => {
    const rows = { 'sum-tax-by-country': [sums] }
    const { lines } = await answerOf(accountsTax, { rows, options })
    expect(lines.map((line) => String(line).replaceAll(/ {2,}/g, '  '))).toEqual([
      'DE  EUR  19 %  100.00  19.00  119.00  3 receipts, 1 credit notes',
      'JP  JPY  10 %  10000  1900  11900  2 receipts, 1 credit notes',
    ])
    const csv = await answerOf(accountsTax, { rows, options, flags: ['csv'] })
    expect(csv.lines).toEqual([
      'country,currency,rate,receipts,credit_notes,net,tax,gross\r',
      'DE,EUR,19,3,1,100.00,19.00,119.00\r',
      'JP,JPY,10,2,1,10000,1900,11900\r',
    ])
    const { json } = await answerOf(accountsTax, { rows, options, asJson: true })
    expect(json).toMatchObject({
      sums: [
        { country: 'DE', net: 100, tax: 19, gross: 119 },
        { country: 'JP', net: 10_000, tax: 1_900, gross: 11_900 },
      ],
    })
  })

  it('lists receipts whose card is of another country', async () => {
    const rows = { 'find-tax-evidence-differences': [[receipt]] }
    const given = { rows, options }
    const { lines } = await answerOf(accountsTax, { ...given, flags: ['evidence'] })
    expect(lines).toEqual([
      expect.stringMatching(/2026-02-03 {2}CP-1 {2}number DE, card FR {2}11900 JPY$/),
      '1 receipts whose card is of another country.',
    ])
    const csv = await answerOf(accountsTax, { ...given, flags: ['evidence', 'csv'] })
    expect(csv.lines).toEqual([
      'number,date,purchase,country,card_country,currency,tax,gross\r',
      expect.stringMatching(/,2026-02-03,CP-1,DE,FR,JPY,1900,11900\r$/),
    ])
    const second = { ...receipt, sequence: 8, tx_id: 'CP-2', card_country: 'GB', currency: 'EUR' }
    const two = { rows: { 'find-tax-evidence-differences': [[receipt, second]] }, options }
    const json = await answerOf(accountsTax, { ...two, flags: ['evidence'], asJson: true })
    const shown = { date: '2026-02-03', country: 'DE' }
    expect(json.json).toEqual({
      ...{ ok: true, from: '2026-01-01', until: '2026-04-01' },
      differences: [
        expect.objectContaining({
          ...{ ...shown, tx_id: 'CP-1', card_country: 'FR', currency: 'JPY' },
          ...{ tax: 1_900, gross: 11_900 },
        }),
        expect.objectContaining({
          ...{ ...shown, tx_id: 'CP-2', card_country: 'GB', currency: 'EUR' },
          ...{ tax: 19, gross: 119 },
        }),
      ],
    })
    expect((await answerOf(accountsTax, { ...two, flags: ['evidence'] })).lines).toEqual([
      ...[expect.stringContaining('CP-1'), expect.stringMatching(/CP-2 .* {2}119\.00 EUR$/)],
      '2 receipts whose card is of another country.',
    ])
  })
})

describe('audit list', () => {
  const entry = {
    ...{ id: 3, at: at('2026-05-03'), by_name: 'Ada', for_name: null, roles: [], figures: null },
    ...{ command: 'purchases refund', about: ['CP-1', 'CP-2'], reason: 'Bought twice' },
    ...{ outcome: 'done', detail: null, amount_minor: 1_250, currency: 'EUR', kilograms: 30 },
    approver: null,
  }
  const noSums = { amount_minor: null, currency: null, kilograms: null }

  it('shows what became of each call, its money and its kilograms', async () => {
    const rows = [
      entry,
      { ...entry, kilograms: null },
      { ...entry, ...noSums, kilograms: 5, by_name: 'root', for_name: 'bea', reason: null },
      { ...entry, ...noSums, outcome: null },
      { ...entry, ...noSums, outcome: 'refused', detail: 'not_offered' },
      { ...entry, about: ['CP-1  refused', 'CP-2'], reason: 'a  b\u00a0\u00a0 c' },
    ]
    const { lines } = await answerOf(auditList, { rows: { 'find-audit-entries': [rows] } })
    const call = '2026-05-03T10:00:00.000Z  Ada  purchases refund  CP-1 CP-2'
    expect(lines).toEqual([
      `${call}  done, 12.50 EUR, 30 kg  Bought twice`,
      `${call}  done, 12.50 EUR  Bought twice`,
      expect.stringMatching(/ {2}root .*bea.* {2}purchases refund {2}CP-1 CP-2 {2}done, 5 kg$/),
      `${call}  outcome not kept  Bought twice`,
      `${call}  refused: not_offered  Bought twice`,
      '2026-05-03T10:00:00.000Z  Ada  purchases refund  CP-1 refused CP-2  done, 12.50 EUR, 30 kg  a b c',
    ])
  })

  it('reads the calls of a person, about an id, since a day', async () => {
    const options = { since: '2026-05-01', by: 'ada', about: 'CP-1' }
    const { valuesOf } = await answerOf(auditList, { options })
    const since = new Date('2026-05-01T00:00Z')
    expect(valuesOf('find-audit-entries')).toEqual([[null, 'ada', null, 'CP-1', since, 1_000]])
  })
})

describe('purchases list', () => {
  const purchase = {
    ...{ tx_id: 'CP-1', created_at: at('2026-05-03'), quantity_kg: 30, total_minor: 1_250 },
    ...{ currency: 'EUR', state: 'COMPLETED', is_over: false, reversal: 'none' },
    ...{ keeps_kilograms: false, goodwill_minor: 0, due_minor: 0, dispute_status: null },
    ...{ dispute_outcome: null, dispute_due_at: null, fraud_warned_at: null },
  }
  const open = { dispute_status: 'needs_response', dispute_outcome: 'open' }

  it('shows what is owed, given, disputed and warned of', async () => {
    const rows = [
      purchase,
      { ...purchase, goodwill_minor: 300 },
      { ...purchase, due_minor: 450 },
      { ...purchase, ...open, dispute_due_at: at('2026-06-01') },
      {
        ...{ ...purchase, ...open, dispute_outcome: 'lost', dispute_due_at: at('2026-06-01') },
        fraud_warned_at: at('2026-05-04'),
      },
      { ...purchase, ...open, goodwill_minor: 25, due_minor: 5, quantity_kg: 1, total_minor: 5 },
    ]
    const { lines } = await answerOf(purchasesList, { rows: { 'list-purchases': [rows] } })
    const line = '2026-05-03T10:00:00.000Z  CP-1  COMPLETED  30 kg  12.50 EUR'
    expect(lines).toEqual([
      line,
      `${line}, goodwill 3.00`,
      `${line}, owed 4.50`,
      `${line}, dispute needs_response, evidence due 2026-06-01T10:00:00.000Z`,
      `${line}, dispute lost, fraud warning 2026-05-04T10:00:00.000Z`,
      '2026-05-03T10:00:00.000Z  CP-1  COMPLETED  1 kg  0.05 EUR, goodwill 0.25, owed 0.05, dispute needs_response',
    ])
  })

  it('reads the purchases of a state since a day', async () => {
    const options = { state: 'disputed', since: '2026-05-01' }
    const { valuesOf } = await answerOf(purchasesList, { options })
    const since = new Date('2026-05-01T00:00Z')
    expect(valuesOf('list-purchases')).toEqual([['DISPUTED', since, 1_000, null]])
    const refused = await answerOf(purchasesList, { options: { state: 'paid' } })
    expect([refused.ok, refused.valuesOf('list-purchases')]).toEqual([false, []])
  })
})

it('retirements due counts tonnes, also those that wait', async () => {
  const batch = {
    ...{ batch_id: 'b1', registry: 'GS', project: 'GS1', serial_number: 'S-1', sold_kg: 7_250 },
    ...{ logged_kg: 7_250, due: '{[1,2001),[4001,5001)}', held_back: '{[2001,4001)}' },
    ...{ retired_kg: 1_000, due_since: at('2020-01-01') },
  }
  const none = { due: '{}', held_back: '{}', due_since: null, retired_kg: 0 }
  const other = { due: '{[1,2001)}', held_back: '{}', registry: 'VCS', project: 'VCS2' }
  const rows = [
    batch,
    { ...batch, ...none, serial_number: 'S-2', sold_kg: 400 },
    { ...batch, ...other, batch_id: 'b3', serial_number: 'S-3' },
  ]
  const { lines, json } = await answerOf(retirementsDue, { rows: { 'find-sold-batches': [rows] } })
  expect(lines).toEqual([
    expect.stringMatching(
      /^S-1 of GS GS1: 7.25 t sold, 1 t retired, 3 t due, the oldest for \d{4,} days, 2 t wait for a dispute or a refund$/,
    ),
    'S-2 of GS GS1: 0.4 t sold, 0 t retired, 0 t due',
    expect.stringMatching(
      /^S-3 of VCS VCS2: 7.25 t sold, 1 t retired, 2 t due, the oldest for \d{4,} days$/,
    ),
    '5 t are due in all.',
  ])
  expect(json).toMatchObject({
    batches: [
      { due_tonnes: 3, held_back_tonnes: 2, due_since: '2020-01-01T10:00:00.000Z' },
      { due_tonnes: 0, held_back_tonnes: 0, due_since: null, due_days: null },
      { registry: 'VCS', project: 'VCS2', due_tonnes: 2, held_back_tonnes: 0 },
    ],
  })
})

it('staff list shows the state of each member', async () => {
  const ada = {
    ...{ id: 'm1', name: 'Ada', email: 'ada@passport.example', roles: ['support', 'money'] },
    ...{ shell_user: 'ada', created_at: at('2026-05-01'), ended_at: null, has_passkey: true },
    last_seen_at: null,
  }
  const rows = [
    ada,
    { ...ada, name: 'Bea', shell_user: null, has_passkey: false },
    { ...ada, name: 'Carl', shell_user: null, ended_at: at('2026-05-02') },
  ]
  const { lines } = await answerOf(staffList, { rows: { 'find-members': [rows] } })
  expect(lines).toEqual([
    'Ada  ada@passport.example  support,money  active  ada',
    'Bea  ada@passport.example  support,money  invited',
    'Carl  ada@passport.example  support,money  ended',
  ])
})

describe('batches audit', () => {
  const off = {
    ...{ id: 'b9', project: 'GS 9', sold_kg: 40, held_kg: 3, offer_reason: 'The registry asks' },
    ...{ offer: 'withdrawn', serial_number: 'S-9' },
  }
  const strange = {
    ...{ id: 'b1', registry: 'XX', project: 'XX 1', serial_number: 'No 1', offer: 'offered' },
    ...{ is_uncompared: false, issued_kg: 1_000, sold_kg: 20 },
  }
  const audit = (
    batches: readonly object[],
    notOffered: readonly object[] = [],
    unlisted: readonly object[] = [],
  ) =>
    answerOf(batchesAudit, {
      rows: {
        'batches-and-their-tonnes': [batches],
        'find-batches-not-offered': [notOffered],
        'find-unlisted-projects': [unlisted],
      },
    })
  const block = (id: string, tonnes: string, more: object = {}) => ({
    ...{ ...strange, id, registry: 'GS', project: 'GS GS1', issued_kg: 9_000, sold_kg: 0 },
    ...{ serial_number: `GS1-1-UG-GS1-16-2024-7-${tonnes}`, ...more },
  })

  it('names tonnes of two batches on sale, whom a batch off sale meets, and unlisted projects', async () => {
    const one = block('b1', '1-9')
    const two = block('b2', '8-16')
    const withdrawn = block('b3', '15-23', { offer: 'withdrawn' })
    const notOffered = [
      { ...off, id: 'b8', offer: 'unread', serial_number: 'S-8' },
      { ...off, id: 'b7', offer: 'unread', serial_number: 'S-7', sold_kg: 0, held_kg: 0 },
      { ...off, id: 'b3', serial_number: withdrawn.serial_number },
    ]
    const projects = [
      { project: 'GS 1', name: 'Wind', status: 'Ended', batches: 3, sold_kg: 70 },
      { project: 'GS 2', name: 'Sun', status: 'Withdrawn', batches: 0, sold_kg: 0 },
    ]
    const { ok, lines, json } = await audit([one, two, withdrawn], notOffered, projects)
    expect([ok, lines]).toEqual([
      false,
      [
        'unread  S-8 of GS 9: 40 kg sold, 3 kg reserved. The registry asks To end it: batches replace S-8.',
        'unread  S-7 of GS 9: 0 kg sold, 0 kg reserved. The registry asks',
        `withdrawn  ${withdrawn.serial_number} of GS 9: 40 kg sold, 3 kg reserved. The registry asks It meets ${two.serial_number}.`,
        'not listed  GS 1: "Ended", 3 batches, 70 kg sold',
        'not listed  GS 2: "Withdrawn", 0 batches, 0 kg sold',
        `FAULT  ${one.serial_number} and ${two.serial_number} both sell tonnes 8 to 9`,
        'There are faults.',
      ],
    ])
    const meeting = { serial_number: one.serial_number, other: two.serial_number }
    expect(json).toMatchObject({
      ...{ ok: false, compared: 3, meeting: [{ ...meeting, first: '8', last: '9' }] },
      withdrawn: [{ meets: [two.serial_number] }],
    })
  })

  it('says that an accepted batch is a fault once it is suspected, and is none off sale', async () => {
    const suspected = { ...strange, is_uncompared: true, serial_number: 'BCR 1/9', sold_kg: 0 }
    const known = block('b2', '1-9')
    const first = async (more: object) => {
      const { ok, lines } = await audit([known, { ...suspected, ...more }])
      return [ok, lines[0], lines.at(-1)]
    }
    const because = `, and it has numbers of ${known.serial_number}`
    expect(await first({})).toEqual([
      false,
      expect.stringMatching(
        new RegExp(
          `^FAULT {2}BCR 1/9 of XX 1: .*${because}\\. 0 kg sold\\. To end it: batches withdraw 'BCR 1/9' --reason TEXT\\.$`,
        ),
      ),
      'There are faults.',
    ])
    expect(await first({ offer: 'withdrawn', sold_kg: 20 })).toEqual([
      true,
      expect.stringMatching(
        new RegExp(`^uncompared {2}BCR 1/9 of XX 1: .*${because}\\. 20 kg sold\\.$`),
      ),
      'There is no fault among the 1 batches that were compared.',
    ])
  })

  it('names batches off sale, with what they sold and reserved', async () => {
    const conflicting = { ...off, id: 'b8', offer: 'conflicting', serial_number: 'S-8' }
    const unsold = { ...conflicting, id: 'b7', serial_number: 'S-7', sold_kg: 0, held_kg: 0 }
    const { ok, lines } = await audit([], [conflicting, unsold, off])
    expect([ok, lines]).toEqual([
      true,
      [
        'conflicting  S-8 of GS 9: 40 kg sold, 3 kg reserved. The registry asks To end it: batches replace S-8.',
        'conflicting  S-7 of GS 9: 0 kg sold, 0 kg reserved. The registry asks',
        'withdrawn  S-9 of GS 9: 40 kg sold, 3 kg reserved. The registry asks',
        'No tonne is for sale twice, and every batch holds what its serial says.',
      ],
    ])
  })

  it('says how to end what cannot be compared, by offer and sales', async () => {
    const first = (lines: readonly unknown[]) => String(lines[0])
    const sold = await audit([strange])
    expect([sold.ok, first(sold.lines), sold.lines.at(-1)]).toEqual([
      false,
      expect.stringMatching(
        /^FAULT {2}No 1 of XX 1: .*\. 20 kg sold\. To end it: batches withdraw 'No 1' --reason TEXT, then .*, then batches replace 'No 1' --with/,
      ),
      'There are faults.',
    ])
    const unsold = await audit([{ ...strange, sold_kg: 0 }])
    expect(first(unsold.lines)).not.toContain('batches replace')
    const withdrawn = await audit([{ ...strange, offer: 'withdrawn' }])
    expect([withdrawn.ok, first(withdrawn.lines)]).toEqual([
      true,
      expect.stringMatching(/^not compared {2}No 1 of XX 1: .* 20 kg sold\.$/),
    ])
    expect(withdrawn.lines.at(-1)).toBe('There is no fault among the 0 batches that were compared.')
    const accepted = await audit([{ ...strange, is_uncompared: true }])
    expect([accepted.ok, first(accepted.lines)]).toEqual([
      true,
      expect.stringMatching(/^uncompared {2}No 1 of XX 1/),
    ])
  })
})

it.each([
  ['plans list', plansList, {}, 'No such plan is stored.'],
  ['messages list', messagesList, {}, 'No such message is stored.'],
  ['programmes list', programmesList, {}, 'No programme is listed.'],
  ['partners list', partnersList, {}, 'No programme is listed.'],
  ['accounts months', accountsMonths, {}, 'No month is closed.'],
  [
    'accounts margin',
    accountsMargin,
    { from: '2026-09', to: '2026-09' },
    'Those months have no sales and no costs.',
  ],
  ['accounts tax', accountsTax, { quarter: '2026-Q1' }, 'No receipt is of that quarter.'],
  ['audit list', auditList, {}, 'No such call is recorded.'],
  ['purchases list', purchasesList, {}, 'No such purchase is stored.'],
  ['retirements due', retirementsDue, {}, '0 t are due in all.'],
  ['staff list', staffList, {}, 'No member of staff is listed.'],
] as const)('%s says that there is none', async (_, command, options, sentence) => {
  const { ok, lines } = await answerOf(command, { options })
  expect([ok, lines]).toEqual([true, [sentence]])
})

/** An action tries its effect out before it runs. */
const twice = (...rows: readonly object[]) => [rows, rows]

it.each([
  [7_500, '75.00 GBP, which it has used already'],
  [5_000, '50.00 GBP'],
])('programmes line says that a line of 50 is %d if so much is used', async (floor, text) => {
  const programme = { currency: 'EUR', person_limit_minor: null, day_limit_minor: null }
  const { lines, json } = await answerOf(programmesLine, {
    words: ['green', '50'],
    options: { currency: 'GBP', reason: 'A contract' },
    rows: {
      'lock-programme': twice({ ...programme, closed_at: null }),
      'set-programme-floor': twice({ floor_minor: -floor }),
      'insert-audit-entry': twice({ id: 1 }),
    },
  })
  expect(lines).toEqual([`The line of green is ${text}.`])
  expect(json).toMatchObject({ currency: 'GBP', credit_line: floor / 100 })
})

it('accounts close shows each account in the decimals of its currency', async () => {
  const sum = { currency: 'EUR', account: 'bank', debit_minor: 900, credit_minor: 50, postings: 3 }
  const { lines, json } = await answerOf(accountsClose, {
    words: ['2015-03'],
    options: { reason: 'The close of March' },
    rows: {
      'lock-ledger-close': twice({ closed_through: '2015-02-28' }),
      'sum-month-to-close': twice(
        { ...sum, balance_minor: 1_250 },
        { ...sum, currency: 'JPY', account: 'sales', balance_minor: -1_250, postings: 4 },
      ),
      'insert-audit-entry': twice({ id: 1 }),
    },
  })
  expect(lines.map((line) => String(line).replaceAll(/ {2,}/g, '  '))).toEqual([
    '2015-03 is closed, with 7 postings.',
    ...['EUR  bank  12.50', 'JPY  sales  -1250'],
  ])
  expect(json).toMatchObject({
    ...{ month: '2015-03', postings: 7 },
    sums: [
      { currency: 'EUR', account: 'bank', debit: 9, credit: 0.5, balance: 12.5 },
      { currency: 'JPY', account: 'sales', debit: 900, credit: 50, balance: -1_250 },
    ],
  })
})
