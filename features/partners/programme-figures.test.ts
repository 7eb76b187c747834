// Tests the figures of each action on programmes, and the sentences of their refusals.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestBooks, type TestBooks } from '#tests/support/servers/test-books.ts'
import type { StaffClient } from '#tests/support/servers/test-console.ts'
import { listTerminals } from './partner-terminals.ts'

let books: TestBooks
let money: StaffClient
beforeAll(async () => {
  books = await startTestBooks({ WELCOME_CREDIT: '0', PARTNER_ROTATION_HOURS: '5' })
  ;({ money } = books)
})
afterAll(() => books.close())

type Figure = { readonly label: string; readonly before: string | null; readonly after: string }

/** Returns the figures of an action, or the code and the sentence of its refusal. */
async function shown(name: string, input: object, options: object = {}): Promise<string[]> {
  const { body } = await money.act(name, input, options)
  if (body.error !== undefined) return [body.reason_code, body.error]
  return body.figures.map(({ label, before, after }: Figure) =>
    [label, ...(before === null ? [] : [before]), after].join(' > '),
  )
}

it('a programme is made, funded, limited, and closed with its terminals', async () => {
  const id = 'figures'
  expect(await shown('programmes create', { id, name: 'Figures Ltd', currency: 'EUR' })).toEqual([
    'Programme > figures',
    'Name > Figures Ltd',
    'Currency of its limits > EUR',
  ])
  expect(await shown('programmes fund', { id, amount: '50', currency: 'GBP' })).toEqual([
    'Paid in > 50.00 GBP',
    'Balance > 0.00 GBP > 50.00 GBP',
  ])
  expect(await shown('programmes fund', { id, amount: '7.5', currency: 'GBP' })).toEqual([
    'Paid in > 7.50 GBP',
    'Balance > 50.00 GBP > 57.50 GBP',
  ])
  expect(await shown('programmes return', { id, amount: '10', currency: 'GBP' })).toEqual([
    'Returned > 10.00 GBP',
    'Balance > 57.50 GBP > 47.50 GBP',
  ])
  expect(await shown('programmes return', { id, amount: '47.51', currency: 'GBP' })).toEqual([
    'too_little_funds',
    expect.stringContaining('The programme has 47.50 GBP to return.'),
  ])
  expect(await shown('programmes return', { id, amount: '0.01', currency: 'EUR' })).toEqual([
    'too_little_funds',
    expect.stringContaining('The programme has 0.00 EUR to return.'),
  ])
  expect(await shown('programmes limits', { id, person: '20' })).toEqual([
    'To one person > 20.00 EUR',
    'In all > 1000.00 EUR',
  ])
  expect(await shown('programmes limits', { id, day: '300.5' })).toEqual([
    'To one person > 20.00 EUR',
    'In all > 300.50 EUR',
  ])
  for (const _ of [1, 2]) await newPartner(books.test.services, books.test.url, id)
  expect(await shown('programmes close', { id }, { preview: true })).toEqual([
    'State > open > closed',
    'Terminals revoked > 2',
  ])
  expect(await shown('programmes close', { id })).toEqual([
    'State > open > closed',
    'Terminals revoked > 2',
  ])
  const closed = ['programme_closed', expect.stringContaining('The programme is closed.')]
  expect(await shown('programmes close', { id })).toEqual(closed)
  expect(await shown('programmes limits', { id, person: '20' })).toEqual(closed)
  expect(await shown('programmes fund', { id, amount: '1', currency: 'GBP' })).toEqual(closed)
  // The money that it still has goes back to its partner.
  expect(await shown('programmes return', { id, amount: '47.5', currency: 'GBP' })).toEqual([
    'Returned > 47.50 GBP',
    'Balance > 47.50 GBP > 0.00 GBP',
  ])
})

it('a terminal is made, rotated and revoked, and its secret is shown once', async () => {
  const program = 'with-terminals'
  const act = async (name: string, input: object) => (await money.act(name, input)).body
  const made = await act('partners create', { program, name: 'Terminal Ltd' })
  const figuresOf = ({ figures }: { figures: readonly Figure[] }) =>
    figures.map(({ label, before, after }) => [label, before, after])
  const [{ after: terminal }, { after: secret }] = made.secrets
  expect([figuresOf(made), made.secrets.map(({ label }: Figure) => label)]).toEqual([
    [
      ['Partner', null, 'Terminal Ltd'],
      [`Programme ${program}`, null, 'new, gives nothing before it is funded'],
    ],
    ['Terminal', 'Secret'],
  ])
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const again = await act('partners create', { program, name: 'Terminal Ltd' })
  expect(figuresOf(again)[1]).toEqual([`Programme ${program}`, null, 'exists'])
  const rotated = await act('partners rotate', { terminal })
  expect(figuresOf(rotated)).toEqual([[`Terminal ${terminal}`, 'signs', 'signs for 5 hours more']])
  const [{ after: successor }] = rotated.secrets
  const none = ['terminal_not_found', expect.stringContaining('No such terminal is in use.')]
  expect(await shown('partners rotate', { terminal })).toEqual(none)
  expect(await shown('partners rotate', { terminal: 'partner_none' })).toEqual(none)
  expect(await shown('partners revoke', { terminal: 'partner_none' })).toEqual(none)
  expect(await shown('partners revoke', { terminal: successor })).toEqual([
    `Terminal ${successor} > signs > signs nothing`,
  ])
  const listed = (await listTerminals(books.test.services.db)).filter(
    ({ program_id }) => program_id === program,
  )
  expect(
    listed.map(({ terminal_id, holder_name, signs }) => [terminal_id, holder_name, signs]),
  ).toEqual([
    [terminal, 'Terminal Ltd', true],
    [again.secrets[0].after, 'Terminal Ltd', true],
    [successor, 'Terminal Ltd', false],
  ])
  const [{ created_at: madeAt = null, retires_at: endsAt = null } = {}] = listed
  const hours = ((endsAt?.getTime() ?? 0) - (madeAt?.getTime() ?? 0)) / 3_600_000
  expect(hours).toBeCloseTo(5, 1)
})

it('programmes without a terminal are listed too, by their id', async () => {
  await shown('programmes create', { id: 'aaa-without', name: 'Without Ltd', currency: 'GBP' })
  const [first, ...others] = await listTerminals(books.test.services.db)
  expect(first).toEqual({
    ...{ program_id: 'aaa-without', terminal_id: null, holder_name: null },
    ...{ created_at: null, retires_at: null, signs: false },
  })
  const ids = others.map(({ program_id }) => program_id)
  expect(ids).toEqual(ids.toSorted())
})

it('names that are taken or kept, and programmes that are unknown, are refused', async () => {
  const created = (id: string, name: string) =>
    shown('programmes create', { id, name, currency: 'GBP' })
  expect(await created('first', 'First Ltd')).toHaveLength(3)
  expect(await created('first', 'Another')).toEqual([
    'programme_exists',
    expect.stringContaining('There is a programme of that id already.'),
  ])
  expect(await created('second', 'FIRST LTD')).toEqual([
    'programme_exists',
    expect.stringContaining('The programme first has that name, or one that looks like it.'),
  ])
  const kept = [
    'reserved_programme',
    expect.stringContaining('The product keeps that name for a programme of its own.'),
  ]
  expect(await created('third', 'Welcome')).toEqual(kept)
  expect(await created('refunds', 'Third')).toEqual(kept)
  expect(await shown('programmes close', { id: 'welcome' })).toEqual(kept)
  const own = { id: 'refunds', amount: '1', currency: 'GBP' }
  expect(await shown('programmes fund', own)).toEqual([
    'reserved_programme',
    expect.stringContaining('Its line is the setting OWN_PROGRAMMES_LINE.'),
  ])
  const unknown = ['unknown_programme', expect.stringContaining('There is no such programme.')]
  for (const [name, input] of [
    ['programmes close', {}],
    ['programmes limits', { person: '1' }],
    ['programmes fund', { amount: '1', currency: 'GBP' }],
    ['programmes return', { amount: '1', currency: 'GBP' }],
  ] as const) {
    expect([name, await shown(name, { id: 'nothing', ...input })]).toEqual([name, unknown])
  }
})

it('a partner reads each balance of its programme, and each field of its credits', async () => {
  const id = 'read-all'
  await shown('programmes create', { id, name: 'Read All Ltd', currency: 'EUR' })
  await shown('programmes fund', { id, amount: '50', currency: 'GBP' })
  const partner: Partner = await newPartner(books.test.services, books.test.url, id)
  const person = await new Person(books.test.url).signIn()
  const given = await partner.post('/api/partner/wallet/credits', {
    ...{ phone: person.phone, amount: 7.25, currency: 'GBP', source: 'Cash back' },
    logo_url: 'https://logos.example/a.png',
  })
  const plain = await partner.credit(person.phone, 1, 'GBP')
  const debit = await partner.debit(plain.body.id)
  expect([given.body.balance, plain.body.balance, debit.body.balance]).toEqual([7.25, 8.25, 7.25])
  const listed = (await partner.get('/api/partner/wallet/credits')).body
  expect(listed).toEqual([
    {
      ...{ id: plain.body.id, amount: 1, currency: 'GBP', source: 'Green Bank', logo_url: null },
      ...{ created_at: expect.any(String), status: 'reversed', debit_id: debit.body.id },
      reversed_at: expect.any(String),
    },
    {
      ...{ id: given.body.id, amount: 7.25, currency: 'GBP', source: 'Cash back' },
      ...{ logo_url: 'https://logos.example/a.png', created_at: expect.any(String) },
      ...{ status: 'credited', debit_id: null, reversed_at: null },
    },
  ])
  for (const each of listed) {
    expect((await partner.get(`/api/partner/wallet/credits/${each.id}`)).body).toEqual(each)
  }
  const none = { balance: 0, funds: 0, credit_line: 0, available: 0 }
  const { body } = await partner.get('/api/partner/balance')
  expect(body).toEqual({
    program_id: id,
    balances: [
      { currency: 'EUR', ...none },
      { currency: 'GBP', balance: 42.75, funds: 42.75, credit_line: 0, available: 42.75 },
      { currency: 'TRY', ...none },
      { currency: 'USD', ...none },
    ],
    limits: { currency: 'EUR', person: 50, day: 1_000, day_left: expect.any(Number) },
  })
  // 8.25 GBP were given that day, also the credit that was taken back.
  expect(body.limits.day_left).toBeCloseTo(1_000 - 8.25 / 0.87058, 1)
})
