// Tests the rows of receipts, credit notes and statements in each language: second notes and wallets, other currencies,
// signs, states of refunds and the limit of entries.
import { describe, expect, it } from 'vitest'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { countIn, dayIn, exactRateIn, rateIn, unitPriceIn } from '#texts/figures-in.ts'
import { type MessageKey, textIn } from '#texts/text-in.ts'
import { type Language, languages } from '#values/lists/languages.ts'
import { creditNotePaper } from './credit-note-paper.ts'
import { minorIn } from './document-rows.ts'
import { receiptPaper } from './receipt-paper.ts'
import type { Paid } from './receipt-queries.ts'
import type { EntryKind, Statement } from './receipt-services.ts'
import { statementPaper } from './statement-paper.ts'

const seller = { name: 'Carbon Shop Ltd' }
const paid: Paid = {
  id: '11111111-1111-4111-8111-111111111111',
  tx_id: 'CP-1234-5678',
  day: '2026-03-04',
  quantity_kg: 1_234,
  price_micros: 20_000,
  batch_currency: 'GBP',
  currency: 'EUR',
  rate: '1.1512345',
  total_minor: 123_456,
  card_minor: 100_000,
  is_reward: false,
  is_gift: false,
  is_planned: false,
  reversal: 'none',
  project: 'Test wind farm',
  project_number: 'TST-1',
  registry: 'TST',
  registry_name: 'Test Registry',
  vintage_year: 2024,
  serial_number: 'TST-SERIAL-1',
  card_brand: 'visa',
  card_last_four: '4242',
  is_wallet_returned: false,
  arrived_minor: 0,
  is_part_due: false,
  is_part_failed: false,
}
const receipt: PaperDocument = {
  series: 1,
  kind: 'receipt',
  year: 2026,
  sequence: 7,
  day: '2026-03-04',
  country: 'DE',
  rate: '19',
  zero_reason: null,
  currency: 'EUR',
  gross_minor: 120_000,
  tax_minor: 19_160,
  kg: null,
  part: null,
  card_minor: null,
}
const note = (sequence: number, changes: Partial<PaperDocument> = {}): PaperDocument => ({
  ...receipt,
  kind: 'credit_note',
  sequence,
  gross_minor: 1_000 * sequence,
  tax_minor: 160 * sequence,
  card_minor: 1_000 * sequence,
  part: sequence,
  kg: 10 * sequence,
  ...changes,
})
const welcome = {
  programme_id: 'welcome',
  programme: 'Welcome credit',
  wallet_currency: 'EUR',
  wallet_minor: 3_456,
  paid_minor: 3_456,
}
const bank = {
  programme_id: 'green-bank',
  programme: 'Green Bank',
  wallet_currency: 'USD',
  wallet_minor: 22_221,
  paid_minor: 20_000,
}
const common = { paid, wallets: [welcome, bank], payments: [], seller, note: null }

/** Text without blanks, since a PDF may end a line at any of them, and with plain digits. */
const squeezed = (text: string) => text.replace(/\s+/gu, '').replaceAll('₂', '2')
const textOf = async (bytes: Promise<Buffer>) => squeezed((await readPdf(await bytes)).text)

const receiptText = (changes: object, language: Language = 'en') =>
  textOf(
    receiptPaper({
      kind: 'receipt',
      ...common,
      document: receipt,
      notes: [],
      language,
      ...changes,
    }),
  )

describe.each(languages)('a receipt in %s', (language) => {
  const money = (minor: number, currency = 'EUR') => squeezed(minorIn(language, minor, currency))
  const word = (key: MessageKey) => squeezed(textIn(language, key))

  it('has the price of its batch, the whole rate and the sums of each wallet', async () => {
    const text = await receiptText({}, language)
    const rate = rateIn(language, 1.1512345)
    for (const part of [
      unitPriceIn(language, 0.02, 'GBP'),
      `1 GBP = ${rate} EUR (${exactRateIn(language, 1.1512345)})`,
      `${countIn(language, 1_234)} kg CO₂`,
      dayIn(language, '2026-03-04'),
    ]) {
      expect(text).toContain(squeezed(part))
    }
    expect(text).toContain(`−${money(3_456)}`)
    expect(text).toContain(`${word('receipts_gross_discounted')}${money(120_000)}`)
    expect(text).toContain(`${money(22_221, 'USD')}=${money(20_000)}`)
    expect(text).toContain(word('receipts_vat_tax'))
    expect(text).not.toContain(word('receipts_left'))
  })

  it('subtracts each of its credit notes', async () => {
    const text = await receiptText({ notes: [note(1), note(2)] }, language)
    expect(text).toContain(`−${money(1_000)}`)
    expect(text).toContain(`−${money(2_000)}`)
    expect(text).toContain(`${word('receipts_left')}${money(117_000)}`)
  })

  it.each([
    [{ is_gift: true }, 'activity_gift', 'plans_title'],
    [{ is_planned: true }, 'plans_title', 'activity_gift'],
  ] as const)('names its kind for %j', async (kind, shown, hidden) => {
    const text = await receiptText({ paid: { ...paid, ...kind } }, language)
    expect(text).toContain(`${word('receipts_kind')}${word(shown)}`)
    expect(text).not.toContain(`${word('receipts_kind')}${word(hidden)}`)
  })
})

describe('the last line of a receipt', () => {
  const wordOf = (key: MessageKey) => squeezed(textIn('en', key))
  const failed = wordOf('activity_refund_failed')
  const under = wordOf('activity_money_on_its_way')
  const back = wordOf('activity_money_back')
  const owed = wordOf('activity_refund_owed')
  it.each([
    [{ reversal: 'none' }, null],
    [{ reversal: 'disputed' }, null],
    [{ reversal: 'none', is_part_failed: true }, failed],
    [{ reversal: 'disputed', is_part_failed: true }, failed],
    [{ reversal: 'none', is_part_due: true }, under],
    [{ reversal: 'disputed', is_part_due: true }, under],
    [{ reversal: 'refunding' }, under],
    [{ reversal: 'refunded' }, back],
    [{ reversal: 'reinstated' }, owed],
    [{ reversal: 'refund_failed' }, failed],
  ] as const)('says for %j what became of the refund', async (state, line) => {
    const text = await receiptText({ paid: { ...paid, ...state } })
    const shown = [failed, under, back, owed].filter((each) => text.includes(each))
    expect(shown).toEqual(line === null ? [] : [line])
  })
})

describe.each([
  ['exempt', 'receipts_exempt'],
  ['zero_rated', 'receipts_zero_rated'],
  ['outside_scope', 'receipts_outside_scope'],
  ['small_business', 'receipts_small_business'],
] as const)('a rate of 0 for the reason %s', (reason, key) => {
  it.each(['de', 'tr'] as const)(
    'is on the paper in %s, and as a rate only if it is one',
    async (language) => {
      const document = { ...receipt, rate: '0', tax_minor: 0, zero_reason: reason }
      const text = await receiptText({ document }, language)
      expect(text).toContain(squeezed(textIn(language, key)))
      expect(/0%|%0/.test(text.replaceAll(/[1-9]0%/g, ''))).toBe(reason === 'zero_rated')
    },
  )
})

describe.each(languages)('credit notes in %s', (language) => {
  const money = (minor: number, currency = 'EUR') => squeezed(minorIn(language, minor, currency))
  const pagesOf = async (changes: object) => {
    const notes = [note(1), note(2), note(3, { kg: 1_234, part: null, card_minor: 2_000 })]
    const drawn = creditNotePaper({
      kind: 'credit-note',
      ...common,
      ...{ receipt, notes, returned: [], language, ...changes },
    })
    return (await readPdf(await drawn)).pageTexts.map(squeezed)
  }

  it('have the card money and kilograms of each on a page of its own', async () => {
    const returned = [{ ...bank, part: 2, wallet_minor: 556, paid_minor: 500 }]
    const [first = '', second = '', third = ''] = await pagesOf({
      returned,
      paid: { ...paid, is_wallet_returned: true, arrived_minor: 5_000 },
    })
    const kg = (part: string) =>
      squeezed(textIn(language, 'receipts_part_of', { part, kg: countIn(language, 1_234) }))
    expect(first).toContain(kg('10'))
    expect(first).toContain(money(1_000))
    expect(first).not.toContain(money(500))
    expect(second).toContain(kg('20'))
    expect(second).toContain(`${money(556, 'USD')}=${money(500)}`)
    expect(third).toContain(squeezed(`${countIn(language, 1_234)} kg CO₂`))
    expect(third).not.toContain(kg(countIn(language, 1_234)))
    // The rest of the bank, and of the discount.
    expect(third).toContain(`${money(21_665, 'USD')}=${money(19_500)}`)
    expect(third).toContain(
      squeezed(
        textIn(language, 'receipts_back_wallet', { name: textIn(language, 'wallet_welcome') }),
      ),
    )
  })

  it('of money alone name the part of the receipt', async () => {
    const [page = ''] = await pagesOf({ notes: [note(1, { kg: null })] })
    const values = {
      part: minorIn(language, 1_000, 'EUR'),
      whole: minorIn(language, 120_000, 'EUR'),
    }
    expect(page).toContain(squeezed(textIn(language, 'receipts_amount_of', values)))
  })

  it('name card money that did not arrive, on the last note first', async () => {
    const label = squeezed(textIn(language, 'receipts_not_arrived'))
    const state = { reversal: 'refund_failed', arrived_minor: 3_500 } as const
    const [first = '', second = '', third = ''] = await pagesOf({ paid: { ...paid, ...state } })
    expect([first, second].filter((page) => page.includes(label))).toEqual([])
    expect(third).toContain(`${label}${money(1_500)}`)
    const pages = await pagesOf({
      paid: { ...paid, ...state, reversal: 'none', is_part_due: true },
    })
    expect(pages.filter((page) => page.includes(label))).toEqual([])
  })
})

const entry = (kind: EntryKind, kg: number, amountMinor = 0): Statement['entries'][number] => ({
  kind,
  day: '2026-02-01',
  txId: `CP-${kind}`,
  documentNumbers: [],
  project: 'Test wind farm',
  projectNumber: 'TST-1',
  kg,
  currency: 'EUR',
  amountMinor,
  ways: [],
})
const statement: Statement = {
  year: 2026,
  passportId: 'CP-AAAA',
  holder: 'Ada Lovelace',
  issuedOn: '2026-11-28',
  firstDay: '2026-01-01',
  lastDay: '2026-11-28',
  openingKg: 1_000,
  boughtKg: 2_001,
  rewardKg: 2,
  receivedKg: 3,
  returnedKg: 4,
  closingKg: 3_002,
  givenKg: 5,
  retiredKg: 6,
  money: [],
  entryCount: 0,
  entries: [],
}

describe.each(['en', 'fr', 'tr'] as const)('a statement in %s', (language) => {
  const money = (minor: number, currency = 'EUR') => squeezed(minorIn(language, minor, currency))
  const word = (key: MessageKey) => squeezed(textIn(language, key))
  const textFor = (changes: Partial<Statement>) =>
    textOf(
      statementPaper({
        kind: 'statement',
        ...{ language, seller, note: null, statement: { ...statement, ...changes } },
      }),
    )

  it('has the sign of each change of kilograms', async () => {
    const text = await textFor({})
    const kg = (value: number) => squeezed(`${countIn(language, value)} kg CO₂`)
    expect(text).toContain(`${word('receipts_opening')}${kg(1_000)}`)
    expect(text).toContain(`+${kg(2_001)}`)
    expect(text).toContain(`+${kg(2)}`)
    expect(text).toContain(`+${kg(3)}`)
    expect(text).toContain(`−${kg(4)}`)
    expect(text).toContain(`${word('receipts_closing')}${kg(3_002)}`)
    expect(text).toContain(`${word('receipts_given')}${kg(5)}`)
    expect(text).toContain(`${word('receipts_retired')}${kg(6)}`)
  })

  it('has what is paid, paid back and owed in each currency, and a loss with its sign', async () => {
    const text = await textFor({
      money: [
        { currency: 'EUR', paidMinor: 5_000, backMinor: 7_500, owedMinor: 0 },
        { currency: 'USD', paidMinor: 1_234, backMinor: 0, owedMinor: 99 },
      ],
    })
    expect(text).toContain(`${word('receipts_paid_back')}−${money(7_500)}`)
    expect(text).toContain(`${word('receipts_paid_left')}−${money(2_500)}`)
    expect(text).toContain(`${word('receipts_paid')}${money(1_234, 'USD')}`)
    expect(text).toContain(`${word('receipts_owed')}${money(99, 'USD')}`)
    expect(text.split(word('receipts_owed'))).toHaveLength(2)
  })

  it.each([
    ['bought', 12, 300, '+12', '+'],
    ['reward', 12, 0, '+12', ''],
    ['received', 12, 0, '+12', ''],
    ['returned', 12, 0, '−12', ''],
    ['given', -12, 0, '−12', ''],
    ['given', 12, 0, '12', ''],
    ['retired', -12, 0, '−12', ''],
    ['paid_back', 0, 300, '–', '−'],
    ['paid_back', 0, -300, '–', '+'],
  ] as const)(
    'shows an entry %s of %i kg and %i minor units',
    async (kind, kg, minor, shown, sign) => {
      const text = await textFor({ entryCount: 1, entries: [entry(kind, kg, minor)] })
      const [, row = ''] = text.split(`CP-${kind}`)
      const amount = minor === 0 ? '–' : `${sign}${money(Math.abs(minor))}`
      expect(row.startsWith(`${shown}${amount}`)).toBe(true)
      const isFailed = kind === 'paid_back' && minor < 0
      expect(text.includes(word('receipts_refund_failed'))).toBe(isFailed)
    },
  )

  it('names the ways of a repayment, with amounts if there are several', async () => {
    const card = { way: 'card', programmeId: 'card', programme: 'card', amountMinor: 111 } as const
    const other = { ...card, way: 'other', amountMinor: 222 } as const
    const one = await textFor({
      entryCount: 1,
      entries: [{ ...entry('paid_back', 0, 111), ways: [card] }],
    })
    expect(one).toContain(`(${word('purchases_card')})`)
    const two = await textFor({
      entryCount: 1,
      entries: [{ ...entry('paid_back', 0, 333), ways: [card, other] }],
    })
    expect(two).toContain(
      `(${word('purchases_card')}${money(111)},${word('receipts_otherwise')}${money(222)})`,
    )
  })

  it('says how many entries it leaves out, if any', async () => {
    const entries = [entry('bought', 1), entry('reward', 1)]
    const cut = (count: number) =>
      squeezed(
        textIn(language, 'receipts_entries_cut', {
          shown: countIn(language, 2),
          count: countIn(language, count),
        }),
      )
    expect(await textFor({ entries, entryCount: 3 })).toContain(cut(3))
    expect(await textFor({ entries, entryCount: 2 })).not.toContain(cut(2))
  })

  it('writes the number of a project whose name the fonts cannot write', async () => {
    const entries = [{ ...entry('bought', 1), project: 'مشروع' }]
    expect(await textFor({ entries, entryCount: 1 })).toContain('TST-1')
  })
})
