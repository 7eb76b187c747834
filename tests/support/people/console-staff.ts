// Opens the staff's console in a journey: members of staff with their roles and a simulated device that keeps
// passkeys. The journey also has the product, whose people the console shows.
import type { Page } from '@playwright/test'
import { inviteMember } from '#features/staff/members/manage-staff.ts'
import type { Database } from '#platform/database/database.ts'
import { addAuthenticator } from '#tests/support/authenticator.ts'
import { expect, test as journey } from '#tests/support/journey.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { isProblem } from '#values/problem.ts'

type Member = { readonly id: string; readonly name: string }

/** Gives a journey the console of its product, and its pages have the console's address. */
export const test = journey.extend<
  { readonly enterConsole: (...roles: readonly string[]) => Promise<Member> },
  { readonly consoleUrl: string }
>({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => use({ CONSOLE_PORT: String(await freePort()) }),
    { scope: 'worker' },
  ],
  // At an IP address there are no passkeys.
  consoleUrl: [
    ({ environment }, use) => use(`http://localhost:${environment.CONSOLE_PORT}`),
    { scope: 'worker' },
  ],
  baseURL: ({ consoleUrl }, use) => use(consoleUrl),
  enterConsole: ({ page, db }, use) => use((...roles) => enterConsole(page, db, roles)),
})

let members = 0

/** Returns an invited member and the path of the invitation. */
export async function inviteToConsole(
  db: Database,
  roles: readonly string[],
): Promise<Member & { readonly path: string }> {
  members += 1
  // Letters only: the digits of a process and a count may read as a phone number.
  const name = `Member ${process.pid.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')} ${members}`
  const email = `member-${process.pid}-${members}@passport.example`
  const member = { name, email, roles, shellUser: null }
  const invited = await inviteMember(db, { id: null }, member, async () => undefined)
  if (isProblem(invited)) throw new Error(invited.text)
  return { id: invited.memberId, name, path: `/invitation/${invited.token}` }
}

/** Signs a new member of staff in by an invitation, on a device that keeps the passkey. */
export async function enterConsole(
  page: Page,
  db: Database,
  roles: readonly string[],
): Promise<Member> {
  const { path, ...member } = await inviteToConsole(db, roles)
  await addAuthenticator(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeVisible()
  return member
}
