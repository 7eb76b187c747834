// Reads what a browser has stored of a session. It changes no data.
import type { Page } from '@playwright/test'

/** Returns all entries of the app's IndexedDB by key. They identify a session or a person. */
export function readIdentityEntries(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(`new Promise(async (resolve) => {
    // Opening an absent database would create it without the app's stores.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'carbon-passport')) return resolve({})
    const asked = indexedDB.open('carbon-passport')
    asked.onsuccess = () => {
      const { result: database } = asked
      const kept = {}
      const transaction = database.transaction([...database.objectStoreNames])
      transaction.objectStore('kept').openCursor().onsuccess = ({ target }) => {
        if (target.result === null) return
        kept[target.result.key] = target.result.value
        target.result.continue()
      }
      transaction.oncomplete = () => {
        database.close()
        resolve(kept)
      }
    }
  })`)
}

/** Returns the session storage of this tab as JSON text. */
export function readSessionStorage(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify({ ...sessionStorage })')
}
