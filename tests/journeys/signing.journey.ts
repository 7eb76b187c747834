// Walks the signing key in the browser (docs/product.md#browser-terminals): shared by tabs, issued
// again after a loss, right with a wrong clock. Each journey cancels a purchase that does not
// exist: a correctly signed call gets 404, any other 401.
import type { Page } from '@playwright/test'
import { expect, expectUsable, readCode, signIn, test } from '#tests/support/journey.ts'
import { openProjectWithStock } from '#tests/support/people/checkout.ts'
import { statement } from '#tests/support/test-statement.ts'

/** Reserves 50 kg from the wallet on a project and returns the shown transaction id. */
async function reserve(page: Page): Promise<string> {
  await openProjectWithStock(page)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '10', exact: true }).click()
  await dialog.getByRole('button', { name: 'Reserve 10 kg' }).click()
  const shown = dialog.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  return (await shown.textContent()) ?? ''
}

async function complete(page: Page, txId: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Retype the transaction ID').fill(txId)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText(/10\skg of carbon offsets are now in your passport/)).toBeVisible()
}

/** The browser cleared the site's storage, but not its cookies. */
async function loseKey(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const asked = indexedDB.deleteDatabase(name)
        asked.onsuccess = asked.onerror = asked.onblocked = resolve
      })
    }
  })()`)
  await page.reload()
}

/** As if the code of a person's sessions had been typed an hour ago. */
const ageCode = statement(
  'journey-age-code',
  {},
  `update sessions set created_at = now() - interval '1 hour'
   from passports p where p.id = passport_id and p.phone = $1`,
)

test('a key lost long after the code is replaced with another code, and the purchase continues', {
  tag: '@always',
}, async ({ page, db, expectedConsole }) => {
  expectedConsole.push(/status of 403/)
  const phone = await signIn(page)
  await db.run(ageCode, [phone])
  await loseKey(page)
  await openProjectWithStock(page)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const purchase = page.getByRole('dialog', { name: 'Buy Offsets' })
  await purchase.getByRole('radio', { name: '10', exact: true }).click()
  await purchase.getByRole('button', { name: 'Reserve 10 kg' }).click()
  const confirm = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(confirm.getByText('Please confirm with a code that it is you.')).toBeVisible()
  await expect(confirm.getByRole('checkbox')).toHaveCount(0)
  await expectUsable(page)
  // The agreement was given before, so the sixth digit completes the form.
  await confirm.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  const shown = page.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await complete(page, (await shown.textContent()) ?? '')
})

test('a user who closes the request for a code reads why the purchase did not begin', async ({
  page,
  db,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 403/)
  const phone = await signIn(page)
  await db.run(ageCode, [phone])
  await loseKey(page)
  await openProjectWithStock(page)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const purchase = page.getByRole('dialog', { name: 'Buy Offsets' })
  await purchase.getByRole('radio', { name: '10', exact: true }).click()
  await purchase.getByRole('button', { name: 'Reserve 10 kg' }).click()
  const confirm = page.getByRole('dialog', { name: 'Enter your code' })
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toHaveCount(0)
  await expect(page.getByText('Please confirm with a new code that it is you.')).toBeVisible()
})

test('a lost key is issued again', async ({ page }) => {
  await signIn(page)
  await loseKey(page)
  const issued = page.waitForResponse('**/api/auth/terminal')
  await complete(page, await reserve(page))
  expect((await issued).status()).toBe(200)
})

test('a browser without storage signs from memory', async ({ page }) => {
  await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })')
  await signIn(page)
  await complete(page, await reserve(page))
})

const silentStorage = [
  ['never opens', 'IDBFactory.prototype.open = () => ({})'],
  [
    'never ends a transaction',
    `Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })
    IDBTransaction.prototype.abort = () => undefined`,
  ],
] as const
for (const [how, script] of silentStorage) {
  test(`storage that ${how} is abandoned, and the browser signs from memory`, async ({ page }) => {
    await page.addInitScript(script)
    await signIn(page)
    await complete(page, await reserve(page))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Confirm your purchase' })).toBeHidden()
    await page.goto('/app')
    await expect(page.getByRole('heading', { name: 'Achievements' })).toBeVisible()
  })
}

for (const hours of [-1, 1]) {
  test(`a browser with a clock wrong by ${hours} h still signs correctly`, async ({ page }) => {
    const wrong = new Date(Date.now() + hours * 3_600_000)
    await page.clock.install({ time: wrong })
    await signIn(page)
    await complete(page, await reserve(page))
  })
}

test('two tabs share one key', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await complete(other, await reserve(other))
  await complete(page, await reserve(page))
})

test('the key cannot be read back by a script', async ({ page }) => {
  await signIn(page)
  const exported = await page.evaluate(`(async () => {
    const found = []
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((resolve) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
      })
      for (const store of db.objectStoreNames) {
        const values = await new Promise((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll()
          asked.onsuccess = () => resolve(asked.result)
        })
        for (const value of values) {
          const key = value instanceof CryptoKey ? value : Object.values(value ?? {}).find((each) => each instanceof CryptoKey)
          if (key === undefined) continue
          found.push(await crypto.subtle.exportKey('raw', key).then(() => 'exported', () => 'refused'))
        }
      }
    }
    return found
  })()`)
  expect(exported).toEqual(['refused'])
})
