// Walks the staff's console: invitation and sign-in, roles, the search, a refund, the keyboard alone, and each page
// on each screen (docs/product.md#console).
import { countEffort, expectAtMost } from '#tests/support/effort.ts'
import {
  expect,
  expectNoOverflow,
  expectUsable,
  onEveryScreen,
  type Page,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { enterConsole, inviteToConsole, test } from '#tests/support/people/console-staff.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { statement } from '#tests/support/test-statement.ts'
import { type ConsolePart, mayRead, readers } from '#values/staff/roles.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const ageConfirmations = statement(
  'journey-age-staff-confirmations',
  {},
  `update staff_sessions set verified_at = now() - interval '6 minutes'`,
)
const endSessions = statement('journey-end-staff-sessions', {}, 'delete from staff_sessions')
const ageMembers = statement(
  'journey-age-staff-passkeys',
  {},
  `with aged as (update staff_passkeys set created_at = created_at - interval '8 days')
   update staff_invitations set created_at = created_at - interval '8 days'`,
)

const pagesOfBooks = [
  ...['/books', '/books/journal', '/books/payouts'],
  ...['/books/differences', '/books/months'],
]

/** The pages of each part, without those of single records. */
const pagesOfParts = {
  today: ['/'],
  people: ['/people'],
  purchases: ['/purchases'],
  disputes: ['/disputes', '/disputes/all'],
  catalogue: ['/catalogue/projects', '/catalogue/batches'],
  retirement: ['/retirement', '/retirement/recorded'],
  programmes: ['/programmes'],
  books: pagesOfBooks,
  approvals: ['/approvals'],
  audit: ['/audit'],
  staff: ['/staff'],
} as const satisfies Readonly<Record<ConsolePart, readonly string[]>>

const isPart = (name: string): name is ConsolePart => name in readers

const linksOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()

/** Returns a number as people write it in a mail, such as `07700 900 123`. */
function asInMail(phone: string): string {
  const national = phone.replace('+44', '0')
  return `${national.slice(0, 5)} ${national.slice(5, 8)} ${national.slice(8)}`
}

test('"You charged me twice": one search by the number of the mail, and the refund in 6 presses', {
  tag: '@always',
}, async ({ page, product, db, enterConsole }) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const phone = newPhone()
  const person = await new Person(product.url, phone).signIn()
  const first = await person.buyByCard(batch, 100)
  const txId = await person.buyByCard(batch, 100)
  const effort = await countEffort(page)
  await enterConsole('support')
  const before = { ...effort }
  await page.keyboard.press('/')
  await page.keyboard.type(asInMail(phone))
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await page.getByRole('link', { name: txId }).click()
  await expect(page.getByRole('heading', { name: txId })).toBeVisible()
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Bought twice')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Kilograms that go back')).toBeVisible()
  await expect(dialog.getByText('100 kg')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Done.')).toBeVisible()
  const refund = {
    taps: effort.taps - before.taps,
    characters: effort.characters - before.characters,
  }
  expectAtMost('a refund in the console', refund, { taps: 6, characters: 16 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('heading', { name: txId }).locator('..')).toContainText('Refunded')
})

test('the passkey is confirmed before money moves, and the typed reason stays', async ({
  page,
  product,
  db,
  enterConsole,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 403/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await new Person(product.url, newPhone()).signIn()
  const txId = await person.buyByCard(batch, 100)
  await enterConsole('money')
  await page.goto(`/purchases/${txId}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Bought twice')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('This will happen')).toBeVisible()
  await db.run(ageConfirmations, [])
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('button', { name: 'Confirm with your passkey' }).click()
  await expect(dialog.getByText('Done.')).toBeVisible()
})

test('after the session has ended, the sign-in leads back to the page', async ({
  page,
  db,
  enterConsole,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await enterConsole('support')
  await page.goto('/purchases?state=FAILED')
  await expect(page.getByText('No record matches these filters.')).toBeVisible()
  await db.run(endSessions, [])
  await page.getByRole('link', { name: 'Disputes' }).click()
  await expect(page).toHaveURL(/\/sign-in\?back=%2Fdisputes$/)
  await onEveryScreen(page, () => expectUsable(page))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Disputes' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})

test('a form that is open when the session ends keeps what was typed, and goes on after the sign-in', {
  tag: '@always',
}, async ({ page, product, db, enterConsole, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await new Person(product.url, newPhone()).signIn()
  const txId = await person.buyByCard(batch, 100)
  await enterConsole('support')
  await page.goto(`/purchases/${txId}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Way').selectOption('keep kilograms')
  await dialog.getByLabel('Reason').fill('Bought twice, says the mail of Monday')
  await db.run(endSessions, [])
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Your session has ended.')).toBeVisible()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Bought twice, says the mail of Monday')
  await expect(dialog.getByLabel('Way')).toHaveValue('keep kilograms')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('This will happen')).toBeVisible()
  await db.run(endSessions, [])
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog.getByText('This will happen')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Done.')).toBeVisible()
})

test('an open form that is closed after the session has ended leads to the sign-in and back', async ({
  page,
  product,
  db,
  enterConsole,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await new Person(product.url, newPhone()).signIn()
  const txId = await person.buyByCard(batch, 100)
  await enterConsole('support')
  await page.goto(`/purchases/${txId}`)
  await page.getByRole('button', { name: 'Resume' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume' })
  await dialog.getByLabel('Reason').fill('It hangs')
  await db.run(endSessions, [])
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Your session has ended.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: txId })).toBeVisible()
})

const dispute = 'Disputes and refunds'
const everyPart = ['Today', 'People', 'Purchases', dispute, 'Projects', 'Batches', 'Retirement']
const partsOfRoles = [
  ['look', [...everyPart, 'Programmes', 'Approvals']],
  ['support', [...everyPart.filter((each) => each !== 'Retirement'), 'Programmes', 'Approvals']],
  ['registry', ['Today', 'Projects', 'Batches', 'Retirement', 'Approvals']],
  ['money', [...everyPart, 'Programmes', 'Books', 'Approvals']],
  ['admin', [...everyPart, 'Programmes', 'Books', 'Approvals', 'Audit', 'Staff']],
  ['partner:green-bank', ['Programmes']],
] as const

for (const [role, parts] of partsOfRoles) {
  test(`the role ${role} sees its own parts only`, async ({
    page,
    enterConsole,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 403/)
    await enterConsole(role)
    expect(await linksOf(page)).toEqual(parts)
    const refusal = page.getByText('Your roles do not allow this page.')
    for (const part of Object.keys(pagesOfParts).filter(isPart)) {
      // The first page of a programme's people is that of programmes.
      const paths = pagesOfParts[part].filter((path) => path !== '/' || mayRead([role], part))
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
        await expect(refusal, path).toHaveCount(mayRead([role], part) ? 0 : 1)
      }
    }
  })
}

test('the keyboard alone searches, opens and closes', async ({
  page,
  product,
  db,
  enterConsole,
}) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await new Person(product.url, newPhone()).signIn()
  const txId = await person.buyByCard(batch, 100)
  await enterConsole('support')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search everything' })
  await expect(search).toBeFocused()
  await page.keyboard.type(txId)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: txId })).toBeVisible()
  const resume = page.getByRole('button', { name: 'Resume' })
  await resume.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Resume' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(resume).toBeFocused()
})

/** Fills the form of an invitation up to its preview, and asks for it. */
async function askToInvite(page: Page, name: string, roles: string): Promise<void> {
  await page.goto('/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('This is needed.')).toHaveCount(3)
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Email address').fill(`${name.toLowerCase()}@passport.example`)
  await dialog.getByLabel('Roles').fill('look, approver')
  await dialog.getByLabel('Reason').fill('Joins the support')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('"approver" is no role.')).toBeVisible()
  await dialog.getByLabel('Roles').fill(roles)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('A second person has to approve this.')).toBeVisible()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(dialog.getByText('Waits for approval.')).toBeVisible()
}

test('an admin asks to invite a member, and a second admin approves it', async ({
  page,
  db,
  browser,
  consoleUrl,
  enterConsole: enterHere,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 409/)
  await enterHere('admin')
  const context = await browser.newContext({ baseURL: consoleUrl })
  const approver = await context.newPage()
  await enterConsole(approver, db, ['admin'])
  await db.run(ageMembers, [])
  await askToInvite(page, 'Grace', 'look')
  await page.getByRole('link', { name: 'Open the request' }).click()
  await expect(page.getByText('Another person has to decide')).toBeVisible()
  await expectUsable(page)

  await approver.goto('/approvals')
  await approver.getByRole('button', { name: 'Invite' }).first().click()
  const request = approver.getByRole('dialog', { name: 'Invite' })
  await expect(request.getByText('grace@passport.example').first()).toBeVisible()
  await request.getByRole('button', { name: 'Approve' }).click()
  await expect(request.getByText('It is shown only once.')).toBeVisible()
  const link = await request.getByText('/invitation/').textContent()
  await expectUsable(approver)
  await context.close()

  const invited = await browser.newContext()
  const grace = await invited.newPage()
  await grace.goto(link ?? '')
  await expect(grace.getByRole('button', { name: 'Create a passkey' })).toBeVisible()
  await invited.close()
})

const pagesOfLists = [
  '/people',
  '/purchases',
  '/disputes/all',
  '/catalogue/projects',
  '/programmes',
]
const pagesOfWork = ['/', '/catalogue/batches', '/retirement', '/approvals', '/audit', '/staff']
const pagesOfMoney = ['/disputes', '/retirement/recorded', ...pagesOfBooks]

for (const [which, paths] of [
  ['lists', pagesOfLists],
  ['pages of daily work', pagesOfWork],
  ['pages of money', pagesOfMoney],
] as const) {
  test(`the ${which} are usable on each screen and with large text`, async ({
    page,
    product,
    db,
    enterConsole: enterHere,
  }) => {
    const batch = await issueTestBatch(db, { kg: 5_000 })
    const person = await new Person(product.url, newPhone()).signIn()
    await person.buyByCard(batch, 1_000)
    await enterHere('admin')
    for (const path of paths) await expectUsablePage(page, path)
  })
}

test('the pages of one record are usable on each screen and with large text', async ({
  page,
  product,
  db,
  enterConsole: enterHere,
}) => {
  const batch = await issueTestBatch(db, { kg: 5_000 })
  const person = await new Person(product.url, newPhone()).signIn()
  const txId = await person.buyByCard(batch, 1_000)
  const admin = await enterHere('admin')
  const { path } = await inviteToConsole(db, ['look'])
  for (const each of [
    ...[`/people/${await idOf(page, txId)}`, `/purchases/${txId}`, `/staff/${admin.id}`],
    ...[`/catalogue/projects/${batch.projectId}`, `/catalogue/batches/${batch.id}`, path],
  ]) {
    await expectUsablePage(page, each)
  }
})

/** Fails if a page is not accessible, or too wide on a screen or with text at 200 %. */
async function expectUsablePage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
  await onEveryScreen(page, () => expectUsable(page))
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
}

/** Returns the passport of a purchase's buyer, as the page of the purchase links to it. */
async function idOf(page: Page, txId: string): Promise<string> {
  await page.goto(`/purchases/${txId}`)
  const link = page.locator('a[href^="/people/"]').first()
  return ((await link.getAttribute('href')) ?? '').slice('/people/'.length)
}
