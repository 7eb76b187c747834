// Counts presses and keys on a phone. The browser itself counts pointer presses, Enter and every other key.
import { expect, type Page } from '#tests/support/journey.ts'

type Effort = { taps: number; characters: number }

/**
 * Counts every event in any document of the page from here on, as a finger or a keyboard sends it.
 */
export async function countEffort(page: Page): Promise<Effort> {
  const effort = { taps: 0, characters: 0 }
  await page.exposeFunction('effort', (kind: keyof Effort) => {
    effort[kind] += 1
  })
  await page.addInitScript(`
    addEventListener('pointerdown', (event) => event.isTrusted && effort('taps'), true)
    addEventListener('keydown', (event) => {
      if (event.isTrusted) effort(event.key === 'Enter' ? 'taps' : 'characters')
    }, true)`)
  return effort
}

/** From the issued id to the stamp. */
export async function retypeById(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const issued = dialog.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expect(dialog.getByLabel('Retype the transaction ID')).toBeFocused()
  await page.keyboard.type(((await issued.textContent()) ?? '').replaceAll('-', ''))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Stamped' })).toBeVisible()
}

export function expectAtMost(what: string, effort: Effort, most: Effort): void {
  console.log(`${what}: ${effort.taps} taps, ${effort.characters} characters`)
  expect(effort.taps).toBeLessThanOrEqual(most.taps)
  expect(effort.characters).toBeLessThanOrEqual(most.characters)
  // A limit without any count would be no test.
  expect(effort.taps).toBeGreaterThan(0)
  expect(effort.characters).toBeGreaterThan(0)
}
