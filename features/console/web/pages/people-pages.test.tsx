// Tests what the pages of people show.
import { act } from 'react'
import { expect, it } from 'vitest'
import type { PersonRow, WholePerson } from '#features/console/people/console-people-calls.ts'
import type { PurchaseRow } from '#features/console/purchases/console-purchases-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, exampleAction, exampleMe, openConsole } from '../test-console-page.tsx'

const ada: PersonRow = {
  ...{ id: 'p1', name: 'Ada Lovelace', nickname: 'Ada', phone: '+44•••••456', country: 'GB' },
  ...{ currency: 'EUR', language: 'de', created_at: '2026-11-01T08:15:00.000Z' },
  ...{ kilograms: 1234, is_blocked: false },
}
const deleted: PersonRow = {
  ...ada,
  ...{ id: 'p2', name: null, nickname: null, phone: null, kilograms: 5, is_blocked: true },
}

it('the list shows each person, and the page of each is a link', async () => {
  const link = '</console/api/people?after=p2>; rel="next"'
  const rows = [ada, { ...ada, id: 'p3', name: null, phone: '+90•••••11' }, deleted]
  const { shown, paths } = await openConsole('/people?country=GB&blocked=yes&person=7&after=p0', {
    '/people?country=GB&blocked=yes&after=p0': answer(rows, 200, { link }),
  })
  expect(paths()).toContain('/people?country=GB&blocked=yes&after=p0')
  expect(shown()).toMatchInlineSnapshot(`
    "# People
    Search (Phone, name, CP-…):
    Country (GB): GB
    Blocked: All / (Blocked) / Not blocked
    [Clear filters]
    | Name | Phone | [Since] | Country | Kilograms | Sign-in
    | Ada Lovelace </people/p1> | +44•••••456 | 2026-11-01 08:15 | GB, EUR | 1,234 | Open
    | +90•••••11 </people/p3> | +90•••••11 | 2026-11-01 08:15 | GB, EUR | 1,234 | Open
    | Deleted passport </people/p2> | – | 2026-11-01 08:15 | GB, EUR | 5 | !! Blocked
    3 records on this page
    First page </people?country=GB&blocked=yes&person=7>
    Next page </people?country=GB&blocked=yes&person=7&after=p2>"
  `)
})

const bought: PurchaseRow = {
  ...{ tx_id: 'CP-1', created_at: '2026-11-02T10:20:30.000Z', quantity_kg: 2000, total: 1203.5 },
  ...{ currency: 'GBP', status: 'COMPLETED', reversal: 'none', goodwill: 0, owed: 0 },
  ...{ is_gift: true, project: 'Cookstoves', buyer_id: 'p1', buyer: 'Ada Lovelace' },
  ...{ dispute: null, fraud_warned_at: null },
}
const whole: WholePerson = {
  ...ada,
  ...{ first_name: 'Augusta', last_name: 'Lovelace', passkeys: 2, is_blocked: true },
  parked_at: '2026-11-03T08:15:00.000Z',
  messages_stopped_at: '2026-11-04T08:15:00.000Z',
  blocked_at: '2026-11-05T08:15:00.000Z',
  limits: ['No code until 10:00.', 'At most 5 gifts a day.'],
  sessions: [
    {
      created_at: '2026-11-06T08:15:00.000Z',
      last_seen_at: '2026-11-07T08:15:00.000Z',
      ends_at: '2026-12-06T08:15:00.000Z',
    },
  ],
  wallets: [
    { programme_id: 'green-bank', currency: 'GBP', balance: 1000.5, held: 2 },
    { programme_id: 'spring', currency: 'TRY', balance: 30, held: 0 },
  ],
  plans: [
    {
      ...{ id: 'a', state: 'ACTIVE', amount: 12.5, currency: 'GBP', kilograms: 60 },
      next_on: '2026-12-01',
    },
    {
      ...{ id: 'b', state: 'PAUSED', amount: 3, currency: 'EUR', kilograms: 0, next_on: null },
    },
  ],
  cards: [
    { brand: 'visa', last4: '4242', expires: '12/27' },
    { brand: 'mastercard', last4: '4444', expires: '01/28' },
  ],
  purchases: [bought, { ...bought, tx_id: 'CP-2', is_gift: false, status: 'REFUND_FAILED' }],
  messages: [
    {
      ...{ id: 1, template: 'otp', state: 'sent', attempts: 1, arrival: 'delivered' },
      created_at: '2026-11-08T08:15:00.000Z',
      ...{ sent_at: '2026-11-08T08:16:00.000Z', last_error: null },
    },
    {
      ...{ id: 2, template: 'gift_received', state: 'dead', attempts: 9, arrival: null },
      ...{ created_at: '2026-11-09T08:15:00.000Z', sent_at: null, last_error: 'No route' },
    },
  ],
}

it('the page of a person shows all that support needs', async () => {
  const { shown } = await openConsole('/people/p1', { '/people/p1': whole })
  expect(shown()).toMatchInlineSnapshot(`
    "← People </people>
    # Ada Lovelace
    !! Blocked
    # About
    Phone: +44•••••456 [Show the whole number]
    Name: Augusta Lovelace
    Nickname: Ada
    Passport: p1 [Copy: Passport id]
    Since: 2026-11-01 08:15
    Country: GB, EUR, language de
    Holds: 1,234 kg
    Passkeys: 2
    Blocked since: 2026-11-05 08:15
    Number parked since: 2026-11-03 08:15
    Messages stopped since: 2026-11-04 08:15
    # Limits that hold now
    No code until 10:00.
    At most 5 gifts a day.
    # Wallet
    | Programme | Balance | Held
    | green-bank | 1,000.50 GBP | 2.00 GBP
    | spring | 30.00 TRY | 0.00 TRY
    # Plans and cards
    12.50 GBP a month, active, 60 kg bought, next on 1 Dec 2026
    3.00 EUR a month, paused, 0 kg bought
    Visa card 4242, until 12/27
    Mastercard card 4444, until 01/28
    # Purchases
    | Purchase | Time | State | Total | Kilograms | Project
    | CP-1 </purchases/CP-1> | 2026-11-02 10:20:30 | + Completed | 1,203.50 GBP | 2,000 | Cookstoves (gift)
    | CP-2 </purchases/CP-2> | 2026-11-02 10:20:30 | !! Refund failed | 1,203.50 GBP | 2,000 | Cookstoves
    # Messages
    | Message | State | Arrival | Written | Sent | Last error
    | Sign-in code | + Sent | Delivered | 2026-11-08 08:15 | 2026-11-08 08:16 | –
    | Gift received | !! Dead | Not reported | 2026-11-09 08:15 | – | No route
    # Sessions
    | Signed in | Last seen | Ends
    | 2026-11-06 08:15 | 2026-11-07 08:15 | 2026-12-06 08:15"
  `)
})

const bare: WholePerson = {
  ...{ ...whole, ...deleted, first_name: null, last_name: null, is_blocked: false },
  ...{ parked_at: null, messages_stopped_at: null, blocked_at: null, limits: [], sessions: [] },
  ...{ wallets: [], plans: [], cards: [], purchases: [], messages: [] },
}

it('the page of a deleted passport has no facts that are not known', async () => {
  const { shown } = await openConsole('/people/p2', { '/people/p2': bare })
  expect(shown()).toMatchInlineSnapshot(`
    "← People </people>
    # Deleted passport
    # About
    Phone: Deleted
    Passport: p2 [Copy: Passport id]
    Since: 2026-11-01 08:15
    Country: GB, EUR, language de
    Holds: 5 kg
    Passkeys: 2
    # Limits that hold now
    No limit holds.
    # Wallet
    No programme has given anything.
    # Purchases
    Nothing was bought.
    # Messages
    No message was written.
    # Sessions
    Not signed in anywhere."
  `)
})

it('the page of a person without a name is called by the phone, and one name is enough', async () => {
  const unnamed = { ...whole, name: null, nickname: null, first_name: 'Augusta', last_name: null }
  const { shown } = await openConsole('/people/p1', { '/people/p1': unnamed })
  expect(shown()).toContain('# +44•••••456\n')
  expect(shown()).toContain('\nName: Augusta\nPassport: p1')
})

it.each([
  [[], [], null],
  [whole.plans.slice(1), [], ['3.00 EUR a month, paused, 0 kg bought']],
  [[], whole.cards.slice(1), ['Mastercard card 4444, until 01/28']],
] as const)('the plans %j and the cards %j are one panel', async (plans, cards, lines) => {
  const { shown } = await openConsole('/people/p1', {
    '/people/p1': { ...whole, plans, cards },
  })
  expect(/# Plans and cards\n([^#]*)\n#/.exec(shown())?.[1]?.split('\n') ?? null).toEqual(lines)
})

it.each([
  [49, false],
  [50, true],
])('of %i purchases, all are linked: %s', async (count, isLinked) => {
  const purchases = Array.from({ length: count }, (_, n) => ({ ...bought, tx_id: `CP-${n}` }))
  const { shown } = await openConsole('/people/p1', { '/people/p1': { ...whole, purchases } })
  expect(shown().includes('All purchases </purchases?person=p1>')).toBe(isLinked)
})

const named = (name: string) => ({
  ...{ ...exampleAction, name, title: name, subject: { of: 'person', field: 'who' } },
})

it.each([
  [false, 'people block'],
  [true, 'people unblock'],
])('a person who is blocked (%s) is offered: %s', async (is_blocked, offered) => {
  const { page, shown } = await openConsole('/people/p1', {
    '/actions': [named('people block'), named('people unblock')],
    '/people/p1': { ...whole, is_blocked },
  })
  await until(() => expect(page.offers(/^people/)).toBe(1))
  expect(page.offers(offered)).toBe(1)
  expect(shown().split('\n').includes('!! Blocked')).toBe(is_blocked)
})

it.each([
  ['support', 1],
  ['look', 0],
])('the role %s may show the whole number: %i', async (role, buttons) => {
  const { page, shown, paths } = await openConsole(
    '/people/p1',
    { '/people/p1': whole, '/people/p1?show_phone=1': { ...whole, phone: '+447700900456' } },
    { ...exampleMe, roles: [role] },
  )
  expect(page.offers('Show the whole number')).toBe(buttons)
  expect(paths()).not.toContain('/people/p1?show_phone=1')
  if (buttons === 0) return
  await page.press('Show the whole number')
  await until(() => expect(shown()).toContain('Phone: +447700900456 [Copy: Phone number]'))
})

it('the whole number of one person is asked for that person only', async () => {
  const other = { ...whole, id: 'p2', name: 'Bob', phone: '+90•••••11' }
  const { page, shown, paths, navigate } = await openConsole('/people/p2', {
    ...{ '/people/p1': whole, '/people/p2': other },
    '/people/p1?show_phone=1': { ...whole, phone: '+447700900456' },
  })
  await act(async () => navigate('/people/p1'))
  await until(() => expect(shown()).toContain('# Ada Lovelace'))
  await page.press('Show the whole number')
  await until(() => expect(shown()).toContain('Phone: +447700900456'))
  await act(async () => navigate('/people/p2'))
  await until(() => expect(shown()).toContain('# Bob'))
  expect(shown()).toContain('Phone: +90•••••11 [Show the whole number]')
  expect(paths().filter((path) => path.includes('show_phone'))).toEqual(['/people/p1?show_phone=1'])
})

it('the filter of a country takes its two letters', async () => {
  await openConsole('/people', { '/people': [] })
  expect(document.querySelector('input[placeholder=GB]')?.getAttribute('maxlength')).toBe('2')
})
