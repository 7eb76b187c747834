// The signing key in the browser (contract 4): shared by tabs, issued anew when it is lost, right
// with a wrong clock. Each journey cancels a purchase that does not exist: a correctly signed
// call is answered with 404, any other with 401.
import type { Page } from '@playwright/test'
import { openProjectWithStock } from '#tests/support/checkout.ts'
import { expect, signIn, test } from '#tests/support/journey.ts'

/** Reserves 50 kg from the wallet on a project and answers the shown transaction id. */
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

test('a key that the browser lost is issued anew', async ({ page }) => {
  await signIn(page)
  await page.evaluate(`(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const asked = indexedDB.deleteDatabase(name)
        asked.onsuccess = asked.onerror = asked.onblocked = resolve
      })
    }
  })()`)
  await page.reload()
  const issued = page.waitForResponse('**/api/auth/terminal')
  await complete(page, await reserve(page))
  expect((await issued).status()).toBe(200)
})

test('a browser that can store nothing signs from memory', async ({ page }) => {
  await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })')
  await signIn(page)
  await complete(page, await reserve(page))
})

for (const hours of [-1, 1]) {
  test(`a clock that is wrong by ${hours} h signs all the same`, async ({ page }) => {
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
