// Runs a browser for scripts that take pictures.
import { type Browser, chromium } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'

/** Starts a browser and awaits `act`. Closes the browser afterwards, also after an error. */
export async function withBrowser(act: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findOrInstallChromium((sentence) => process.stdout.write(`${sentence}\n`))
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] })
  try {
    await act(browser)
  } finally {
    await browser.close()
  }
}
