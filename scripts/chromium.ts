// Finds a Chromium for the browser tests and benchmarks, or installs one. It must never drive a
// browser that a person uses: every run has a profile of its own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installWaitMs = 3 * 60_000

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Chromium uses only the last --disable-features. This list therefore replaces Playwright's own (its
 * chromiumSwitches.ts), and begins with its entries.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Disables two hidden pages behind the address bar, which take a fifth of the time of a test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Arguments of every run. They keep Chromium from sending requests of its own. */
export const chromiumArguments: readonly string[] = [
  // Chromium refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/**
 * Returns the path of Chromium's program, or null without one. CHROMIUM_PATH comes first; throws if it
 * names a missing file.
 */
export function findChromium(): string | null {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath
    throw new Error(`CHROMIUM_PATH names ${configuredPath}, and there is nothing.`)
  }
  return [...usualPaths, playwrightPath()].find((path) => path && existsSync(path)) ?? null
}

/**
 * Returns the path of Chromium's program. Installs Chromium by Playwright, then by apt-get, if there is
 * none. Throws if that fails.
 */
export function findOrInstallChromium(log: (sentence: string) => void): string {
  const found = findChromium()
  if (found) return found
  log('Getting a Chromium for the browser tests…')
  run('node_modules/.bin/playwright', ['install', 'chromium'])
  if (process.platform === 'linux' && process.getuid?.() === 0 && !findChromium()) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error('The browser tests need Chromium: install it, or name one by CHROMIUM_PATH.')
}

function playwrightPath(): string | null {
  try {
    return chromium.executablePath()
  } catch {
    return null
  }
}

function run(command: string, args: readonly string[]): void {
  spawnSync(command, args, {
    stdio: 'ignore',
    timeout: installWaitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
