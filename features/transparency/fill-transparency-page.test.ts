// Tests the page of figures without a server: each figure in its own place, pages that are kept for each language, and
// the parts that it shows or leaves out.
import { describe, expect, it } from 'vitest'
import { ageIn, countIn, dayIn, momentIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, languages } from '#values/lists/languages.ts'
import { transparencyPage } from './fill-transparency-page.ts'
import type { Transparency } from './read-transparency.ts'

const kg = {
  issuedKg: 7_001,
  soldKg: 6_002,
  retiredKg: 5_003,
  dueKg: 4_004,
  withdrawnKg: 3_005,
  replacedKg: 2_006,
  confirmedKg: 1_007,
}
const batch: Transparency['batches'][number] = {
  registry: 'TST',
  project: 'Registered name',
  shownProject: 'Shown name',
  serial: 'TST-1',
  isUncompared: false,
  issuedKg: 7_101,
  soldKg: 6_102,
  retiredKg: 5_103,
  dueKg: 4_104,
  withdrawnKg: 3_105,
  replacedKg: 2_106,
  confirmedKg: 1_107,
  confirmedOn: '2026-10-02',
}
const cosigned = { size: 4_000, names: ['one', 'two'], at: new Date('2026-11-28T09:00:00Z') }
const witnessing = { names: ['one', 'two', 'three'], quorum: 2, cosigned, isUnknown: false }
const log = { origin: 'shop.example/log', size: 5_000, root: 'ROOT', witnessing }
const figures: Transparency = {
  total: kg,
  confirmedOn: '2026-10-01',
  batchCount: 205,
  uncomparedCount: 12,
  batches: [batch, { ...batch, serial: 'TST-2', confirmedOn: null, isUncompared: true }],
  nextRetirement: { dueSince: new Date(0), by: '2026-12-24', isOverdue: false },
  asOf: new Date('2026-11-28T12:00:00Z'),
  page: 2,
  pageCount: 3,
  log,
}

const totals = 'issued sold retired due withdrawn replaced uncompared count page pages'.split(' ')
const columns =
  'project registry serial note confirmed issued sold retired due withdrawn replaced'.split(' ')
const parts = [
  ...['nextretirement', 'lateretirement', 'nonedue', 'confirmed', 'none', 'unknown', 'log'],
  ...['nolog', 'unknownlog', 'witnesses', 'cosigned', 'before', 'after', 'turns'],
]
const html = [
  `<h1>${totals.map((name) => `%${name}%`).join('|')}</h1>`,
  `<tr data-each="batches">${columns.map((name) => `%${name}%`).join('|')}</tr>`,
  ...parts.map((name) => `<b data-each="${name}">${name}: %day% %href% %text% %kg%</b>`),
].join('\n')

const pageOf = (reading: Transparency) => transparencyPage(async () => reading)
async function filled(changes: Partial<Transparency>, language: Language = 'en') {
  const page = await pageOf({ ...figures, ...changes }).fill(html, language, { query: {} })
  return String(page?.bytes)
}
/** Returns the names of the parts that the page shows. */
const partsOf = (text: string) => [...text.matchAll(/<b>(\w+):/g)].map(([, name]) => name)

describe.each(languages)('the page in %s', (language) => {
  it('has each figure in its own place, in total and of each batch', async () => {
    const text = await filled({}, language)
    const figureOf = (value: number) => countIn(language, value)
    const total = [7_001, 6_002, 5_003, 4_004, 3_005, 2_006, 12, 205, 2, 3].map(figureOf)
    expect(text).toContain(`<h1>${total.join('|')}</h1>`)
    const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.split('|'))
    const kilograms = [7_101, 6_102, 5_103, 4_104, 3_105, 2_106].map(figureOf)
    const values = { kg: figureOf(1_107), day: dayIn(language, '2026-10-02') }
    const confirmed = textIn(language, 'transparency_confirmed_batch', values)
    const note = textIn(language, 'transparency_uncompared')
    expect(rows.map((row) => row.map((cell) => cell.replaceAll('&#39;', "'")))).toEqual([
      ['Shown name', 'TST', 'TST-1', '', confirmed, ...kilograms],
      ['Shown name', 'TST', 'TST-2', note, '', ...kilograms],
    ])
    expect(text).toContain(`nextretirement: ${dayIn(language, '2026-12-24')}`)
  })

  it('says who cosigned, when, how long ago, and how many entries are newer', async () => {
    const text = (await filled({}, language)).replaceAll('&#39;', "'")
    expect(text).toContain(momentIn(language, cosigned.at))
    expect(text).toContain(ageIn(language, cosigned.at, figures.asOf))
    const pending = textIn(language, 'transparency_pending', { count: 1_000 })
    expect(text).toContain(pending)
    const whole = { ...witnessing, cosigned: { ...cosigned, size: 5_000 } }
    expect(await filled({ log: { ...log, witnessing: whole } }, language)).not.toContain(
      textIn(language, 'transparency_pending', { count: 0 }),
    )
  })
})

it('one reading is filled once for each language, and each language has its own page', async () => {
  const page = pageOf(figures)
  const first = await Promise.all(
    languages.map((language) => page.fill(html, language, { query: {} })),
  )
  const again = await Promise.all(
    languages.map((language) => page.fill(html, language, { query: {} })),
  )
  expect(first.map((each, index) => each === again[index])).toEqual(languages.map(() => true))
  const days = languages.map((language) => dayIn(language, '2026-12-24'))
  expect(days.filter((day, index) => !String(first[index]?.bytes).includes(day))).toEqual([])
})

const usual = ['confirmed', 'unknown', 'log', 'witnesses', 'cosigned']
const middle = ['nextretirement', ...usual, 'before', 'after', 'turns']
const without = (...names: string[]) => middle.filter((name) => !names.includes(name))
const late = { dueSince: new Date(0), by: '2026-11-01', isOverdue: true }
it.each<[Partial<Transparency>, string[]]>([
  [{}, middle],
  [{ page: 1 }, without('before')],
  [{ page: 3 }, without('after')],
  [{ page: 1, pageCount: 1 }, without('before', 'after', 'turns')],
  [{ nextRetirement: late }, [...without('nextretirement'), 'lateretirement']],
  [{ nextRetirement: null }, [...without('nextretirement'), 'nonedue']],
  [{ total: { ...kg, confirmedKg: 0 } }, without('confirmed')],
  [{ uncomparedCount: 0 }, without('unknown')],
  [{ batches: [] }, [...middle, 'none']],
  [{ log: null }, [...without('log', 'witnesses', 'cosigned'), 'nolog']],
  [{ log: { ...log, witnessing: null } }, without('witnesses', 'cosigned')],
  [
    { log: { ...log, witnessing: { ...witnessing, cosigned: null, isUnknown: true } } },
    [...middle, 'unknownlog'],
  ],
])('the page of %j has its parts and no other', async (changes, shown) => {
  expect(partsOf(await filled(changes)).sort()).toEqual([...shown].sort())
})

it('links to the pages before and after, and has none for an unknown page', async () => {
  const text = await filled({})
  expect(text).toMatch(/before: .*page=1\b/)
  expect(text).toMatch(/after: .*page=3\b/)
  const missing = transparencyPage(async () => null)
  expect(await missing.fill(html, 'en', { query: { page: '9' } })).toBeNull()
  expect(await pageOf(figures).fill(html, 'en', { query: { page: 'x' } })).toBeNull()
})
