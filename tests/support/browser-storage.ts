// What a browser has kept of a session, read where it is kept. It changes nothing.
import type { Page } from '@playwright/test'

/** Everything that names a session or a person in IndexedDB, by the name it is kept under. */
export function keptIn(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(`new Promise((resolve) => {
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

/** What this tab keeps in its own storage, as text. */
export function keptInTab(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify({ ...sessionStorage })')
}
