// Tests the frame of the console: navigation by role, sign-in, sign-out, and pages that do not exist or fail.
import { expect, it, vi } from 'vitest'
import { staffRoles } from '#values/staff/roles.ts'
import { until } from '#web/test-page.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { answer, exampleMe, openConsole } from '../test-console-page.tsx'

const today = {
  tiles: [
    { id: 'a', label: 'Sales', value: '3', level: 'fine', path: '/purchases' },
    { id: 'b', label: 'Stock', value: '5 kg', level: 'warning', path: null },
    { id: 'c', label: 'Open disputes', value: '1', level: 'alarm', path: '/disputes' },
  ],
  days: [
    {
      ...{ day: '2026-11-26', purchases: 3, kilograms: 60, sign_ups: 1 },
      sums: [{ currency: 'GBP', amount: 2 }],
    },
    {
      ...{ day: '2026-11-27', purchases: 1004, kilograms: 1070, sign_ups: 2 },
      sums: [
        { currency: 'EUR', amount: 9 },
        { currency: 'GBP', amount: 1000.5 },
      ],
    },
  ],
}
const me = (...roles: string[]) => ({ ...exampleMe, roles })

it.each([
  [
    'look',
    'Today People Purchases Disputes and refunds Projects Batches Retirement Programmes Approvals',
  ],
  ['support', 'Today People Purchases Disputes and refunds Projects Batches Programmes Approvals'],
  [
    'money',
    'Today People Purchases Disputes and refunds Projects Batches Retirement Programmes Books Approvals',
  ],
  ['registry', 'Today Projects Batches Retirement Approvals'],
  [
    'admin',
    'Today People Purchases Disputes and refunds Projects Batches Retirement Programmes Books Approvals Audit Staff',
  ],
])('the role %s sees its pages in the navigation', async (role, names) => {
  expect(staffRoles).toContain(role)
  const { part } = await openConsole('/', { '/today': today }, me(role))
  const links = part('nav[aria-label=Pages]').split('\n')
  expect(links.map((line) => line.replace(/ <.*/, '')).join(' ')).toBe(names)
})

it('the first page of a programme’s own people is their programmes', async () => {
  const { address } = await openConsole('/', { '/programmes': [] }, me('partner:green-bank'))
  expect(address()).toBe('/programmes')
})

it('Today shows the most urgent figures first, and a chart of each figure', async () => {
  const { shown } = await openConsole('/', { '/today': today })
  expect(shown()).toMatchInlineSnapshot(`
    "# Today
    # Act today
    Open disputes 1 </disputes>
    # Look at these
    Stock 5 kg
    # As it should be
    Sales 3 </purchases>
    # The last 30 days
    Sales in GBP 1,002.50 GBP in all
    Sales in GBP, 1,002.50 GBP in all, at most 1,000.50 GBP a day
    Show as a table
    | Day | Sales in GBP
    | 26 Nov 2026 | 2.00 GBP
    | 27 Nov 2026 | 1,000.50 GBP
    Sales in EUR 9.00 EUR in all
    Sales in EUR, 9.00 EUR in all, at most 9.00 EUR a day
    Show as a table
    | Day | Sales in EUR
    | 26 Nov 2026 | 0.00 EUR
    | 27 Nov 2026 | 9.00 EUR
    Purchases 1,007 in all
    Purchases, 1,007 in all, at most 1,004 a day
    Show as a table
    | Day | Purchases
    | 26 Nov 2026 | 3
    | 27 Nov 2026 | 1,004
    Kilograms 1,130 kg in all
    Kilograms, 1,130 kg in all, at most 1,070 kg a day
    Show as a table
    | Day | Kilograms
    | 26 Nov 2026 | 60 kg
    | 27 Nov 2026 | 1,070 kg
    Sign-ups 3 in all
    Sign-ups, 3 in all, at most 2 a day
    Show as a table
    | Day | Sign-ups
    | 26 Nov 2026 | 1
    | 27 Nov 2026 | 2"
  `)
})

it('the frame links to each page and names the member of staff', async () => {
  const { part } = await openConsole('/people/p1', {}, me('admin', 'money'))
  expect(part('header')).toMatchInlineSnapshot(`
    "Console </>
    [Menu]
    Today </>
    People </people>
    Purchases </purchases>
    Disputes and refunds </disputes>
    Projects </catalogue/projects>
    Batches </catalogue/batches>
    Retirement </retirement>
    Programmes </programmes>
    Books </books>
    Approvals </approvals>
    Audit </audit>
    Staff </staff>
    Ada
    admin, money
    [Sign out]"
  `)
  expect(document.querySelector('[aria-current]')?.textContent).toBe('People')
})

it.each([
  [true, ''],
  [false, 'Approvals are off: no second person checks refunds, credits and deletions.'],
])('approvals are on (%s)', async (has_approvals, words) => {
  const { part } = await openConsole('/staff', { '/staff': [] }, { ...me('admin'), has_approvals })
  expect(part('aside')).toBe(words)
})

it('the sign-out leads to the sign-in', async () => {
  const { page, address, calls } = await openConsole('/staff', {
    ...{ '/staff': [], '/logout': new Response(null, { status: 204 }) },
  })
  await page.press('Sign out')
  await until(() => expect(address()).toBe('/sign-in'))
  expect(calls.at(-1)?.path).toBe('/console/api/logout')
})

it('a failed sign-out stays signed in and says so', async () => {
  const { page, address } = await openConsole('/staff', {
    ...{ '/staff': [], '/logout': answer({ error: 'Failed.', code: 'internal' }, 500) },
  })
  const add = vi.spyOn(toastManager, 'add')
  await page.press('Sign out')
  const title = 'You are still signed in. Please try again.'
  await until(() => expect(add).toHaveBeenCalledWith(expect.objectContaining({ title })))
  expect(address()).toBe('/staff')
})

const ended = () => answer({ error: 'Please sign in.', code: 'unauthenticated' }, 401)

it('without a session every page leads to the sign-in and back', async () => {
  const { address, shown } = await openConsole('/people', { '/me': ended() })
  await until(() => expect(address()).toBe('/sign-in?back=%2Fpeople'))
  expect(shown()).toContain('[Sign in with a passkey]')
})

it('a page whose call is refused for want of a session leads to the sign-in', async () => {
  const { address } = await openConsole('/staff', { '/staff': ended() })
  await until(() => expect(address()).toBe('/sign-in?back=%2Fstaff'))
})

it('a server that fails is not taken for the end of the session', async () => {
  const failure = answer({ error: 'Failed.', code: 'internal', request_id: 'r7' }, 500)
  const { address, shown } = await openConsole('/people', { '/me': failure })
  await until(() => expect(shown()).toContain('The server failed. Request r7.'))
  expect(address()).toBe('/people')
})

it.each([
  ['/nowhere', 'There is no such page'],
  ['/people/x/y', 'There is no such page'],
])('%s does not exist', async (path, words) => {
  const { shown } = await openConsole(path, {})
  expect(shown()).toContain(words)
})

it.each([
  ['/people/x', 'People </people>', '/people/x'],
  ['/purchases/x', 'Purchases </purchases>', '/purchases/x'],
  ['/catalogue/projects/x', 'Projects </catalogue/projects>', '/projects/x'],
  ['/catalogue/batches/x', 'Batches </catalogue/batches>', '/batches/x'],
  ['/programmes/x', 'Programmes </programmes>', '/programmes/x'],
  ['/staff/x', 'Staff </staff>', '/staff/x'],
])('an unknown record at %s says so, and its list is a link', async (path, up, call) => {
  const { shown, paths } = await openConsole(path, {})
  expect(paths()).toContain(call)
  expect(shown()).toContain(`← ${up}`)
  expect(shown()).toContain('There is no such record.')
})

it.each([
  ['/people', '/people', 'look, support, money, or admin'],
  ['/purchases', '/purchases', 'look, support, money, or admin'],
  ['/disputes', '/desk', 'look, support, money, or admin'],
  ['/disputes/all', '/disputes', 'look, support, money, or admin'],
  ['/catalogue/projects', '/projects', 'look, support, money, registry, or admin'],
  ['/catalogue/batches', '/batches', 'look, support, money, registry, or admin'],
  ['/retirement', '/retirements', 'look, money, registry, or admin'],
  ['/retirement/recorded', '/retirements/recorded', 'look, money, registry, or admin'],
  ['/programmes', '/programmes', 'look, support, money, or admin'],
  ['/books', '/books', 'money or admin'],
  ['/books/journal', '/books/journal', 'money or admin'],
  ['/books/payouts', '/books/payouts', 'money or admin'],
  ['/books/differences', '/books/differences', 'money or admin'],
  ['/books/months', '/books/months', 'money or admin'],
  ['/approvals', '/approvals', 'look, support, money, registry, or admin'],
  ['/audit', '/audit', 'admin'],
  ['/staff', '/staff', 'admin'],
])('a refused page at %s names the roles that it needs', async (path, call, roles) => {
  const refusal = answer({ error: 'Not allowed.', code: 'forbidden' }, 403)
  const { page, shown } = await openConsole(path, { [call]: refusal })
  expect(shown()).toContain(`It needs the role ${roles}. You have: admin.`)
  await page.close()
})

it('each list without rows says so in words of its own', async () => {
  const said: string[] = []
  for (const [path, call] of [
    ...[
      ['/people', '/people'],
      ['/purchases', '/purchases'],
      ['/disputes/all', '/disputes'],
    ],
    ...[
      ['/catalogue/projects', '/projects'],
      ['/catalogue/batches', '/batches'],
    ],
    ...[
      ['/retirement', '/retirements'],
      ['/retirement/recorded', '/retirements/recorded'],
    ],
    ...[
      ['/programmes', '/programmes'],
      ['/books/journal', '/books/journal'],
    ],
    ...[
      ['/books/payouts', '/books/payouts'],
      ['/books/differences', '/books/differences'],
    ],
    ...[
      ['/books/months', '/books/months'],
      ['/approvals', '/approvals'],
    ],
    ...[
      ['/audit', '/audit'],
      ['/staff', '/staff'],
    ],
  ] as const) {
    const { page, shown } = await openConsole(path ?? '', { [call ?? '']: [] })
    said.push(...shown().split('\n').slice(-2, -1))
    await page.close()
  }
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "No person has a passport yet.
    Nothing was bought yet.
    No bank has opened a dispute.
    No project was imported yet.
    No batch was imported yet.
    No tonne is due for retirement.
    No retirement was recorded yet.
    There is no programme yet.
    Nothing was posted in the last 31 days.
    No report with a payout was recorded in the last 92 days.
    The reports and the ledger agree.
    No month is closed.
    Nobody has asked for an approval.
    Nothing was done yet.
    No person was invited yet."
  `)
})
