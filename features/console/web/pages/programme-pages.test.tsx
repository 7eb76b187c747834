// Tests what the pages of programmes show and save.
import { expect, it, vi } from 'vitest'
import type {
  ProgrammeRow,
  WholeProgramme,
} from '#features/console/programmes/console-programmes-calls.ts'
import { until } from '#web/test-page.ts'
import { openConsole } from '../test-console-page.tsx'

const row: ProgrammeRow = {
  ...{ id: 'green-bank', name: 'Green Bank', state: 'open', limit_currency: 'GBP' },
  funds: [
    { currency: 'GBP', paid_in: 1000.5, line: 20, left: 95 },
    { currency: 'TRY', paid_in: 30, line: 0, left: 7 },
  ],
  ...{ person_limit: 20, day_limit: 500, given_today: 5 },
}
const closed: ProgrammeRow = {
  ...{ ...row, id: 'spring', name: 'Spring', state: 'closed', funds: [] },
  ...{ person_limit: null, day_limit: null, given_today: 0 },
}

it('the list of programmes shows what each may still give', async () => {
  const { shown } = await openConsole('/programmes?sort=-given_today', {
    '/programmes?sort=-given_today': [row, closed],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Programmes
    | [Programme] | [State] | May still give | [Given today] | Limit a day | Limit a person
    | Green Bank </programmes/green-bank> | + Open | 95.00 GBP 7.00 TRY | 5.00 GBP | 500.00 GBP | 20.00 GBP
    | Spring </programmes/spring> | Closed | – | 0.00 GBP | No limit | No limit
    2 records on this page"
  `)
})

const whole: WholeProgramme = {
  ...row,
  terminals: [
    { id: 't1', name: 'Till', signs: true, retires_at: null },
    { id: 't2', name: 'Old till', signs: true, retires_at: '2026-11-30T09:30:00.000Z' },
    { id: 't3', name: 'Lost till', signs: false, retires_at: null },
  ],
  credits: [
    {
      ...{ id: 'c1', at: '2026-11-12T09:30:00.000Z', amount: 3, currency: 'GBP' },
      source: 'A new member',
    },
    { id: 'c2', at: '2026-11-11T09:30:00.000Z', amount: 4, currency: 'TRY', source: 'A trip' },
  ],
  days: [
    { day: '2026-11-11', currency: 'GBP', given: 1 },
    { day: '2026-11-11', currency: 'TRY', given: 8 },
    { day: '2026-11-12', currency: 'GBP', given: 2 },
  ],
}

it('the page of a programme shows funds, limits, credits and terminals', async () => {
  const { shown } = await openConsole('/programmes/green-bank', {
    '/programmes/green-bank': whole,
  })
  expect(shown().replace(/Month: .*/, 'Month')).toMatchInlineSnapshot(`
    "← Programmes </programmes>
    # Green Bank
    + Open
    # Funds
    | Paid in | Line | May still give
    | 1,000.50 GBP | 20.00 GBP | 95.00 GBP
    | 30.00 TRY | 0.00 TRY | 7.00 TRY
    # Limits
    Id: green-bank
    For a person: 20.00 GBP
    For a day: 500.00 GBP
    Given today: 5.00 GBP
    # Given in the last 30 days
    Given in GBP 3.00 GBP in all
    Given in GBP, 3.00 GBP in all, at most 2.00 GBP a day
    Show as a table
    | Day | Given in GBP
    | 11 Nov 2026 | 1.00 GBP
    | 12 Nov 2026 | 2.00 GBP
    Given in TRY 8.00 TRY in all
    Given in TRY, 8.00 TRY in all, at most 8.00 TRY a day
    Show as a table
    | Day | Given in TRY
    | 11 Nov 2026 | 8.00 TRY
    # Terminals
    | Name | Id | State
    | Till | t1 | Signs
    | Old till | t2 | Signs until 2026-11-30 09:30
    | Lost till | t3 | Revoked
    # Newest credits
    | Time | Amount | For
    | 2026-11-12 09:30 | 3.00 GBP | A new member
    | 2026-11-11 09:30 | 4.00 TRY | A trip
    # Statement of a month
    Month
    Language of the PDF: (English) / Nederlands / Français / Español / Italiano / Deutsch / Türkçe
    [Save as PDF]
    [Save as CSV]"
  `)
})

it('a closed programme without anything says so', async () => {
  const { shown } = await openConsole('/programmes/spring', {
    '/programmes/spring': { ...closed, terminals: [], credits: [], days: [] },
  })
  expect(shown().replace(/Month: .*/, 'Month')).toMatchInlineSnapshot(`
    "← Programmes </programmes>
    # Spring
    Closed
    # Funds
    It has no funds and no line.
    # Limits
    Id: spring
    For a person: No limit
    For a day: No limit
    Given today: 0.00 GBP
    # Given in the last 30 days
    Nothing was given.
    # Terminals
    It has no terminal.
    # Newest credits
    It has given nothing yet.
    # Statement of a month
    Month
    Language of the PDF: (English) / Nederlands / Français / Español / Italiano / Deutsch / Türkçe
    [Save as PDF]
    [Save as CSV]"
  `)
})

it.each([
  ['Save as PDF', '.pdf?month=2026-10&lang=tr', 'green-bank-2026-10.pdf'],
  ['Save as CSV', '.csv?month=2026-10', 'green-bank-2026-10.csv'],
])('%s asks for the chosen month', async (button, query, name) => {
  vi.setSystemTime('2026-12-05')
  const { page, paths } = await openConsole('/programmes/green-bank', {
    '/programmes/green-bank': whole,
    [`/programmes/green-bank/statement${query}`]: new Response('x'),
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const names: string[] = []
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  expect(page.valueOf('Month')).toBe('2026-11')
  await page.type('Month', '2026-10')
  await page.type('Language of the PDF', 'tr')
  await page.press(button)
  await until(() => expect(names).toEqual([name]))
  expect(paths().at(-1)).toBe(`/programmes/green-bank/statement${query}`)
})
