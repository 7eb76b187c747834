// Runs `npm run browsers`: the main flow in browsers that the other tests do not use. A browser
// that is not installed is skipped with a sentence.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, visitorOf } from '#tests/browsers/driver.ts'
import { openFirefox } from '#tests/browsers/firefox.ts'
import { walkMainJob } from '#tests/browsers/main-job.ts'
import { openWebKit } from '#tests/browsers/webkit.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { Person } from '#tests/support/people/person.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const pictures = 'dist/screenshots/browsers'
const phone = { width: 500, height: 900 }

/** The first of these programs that the machine has. */
function findProgram(...names: readonly string[]): string | null {
  const places = names.flatMap((name) =>
    name.startsWith('/') ? globSync(name) : [spawnSync('which', [name]).stdout.toString().trim()],
  )
  return places.find((place) => place !== '' && existsSync(place)) ?? null
}

type Found = { readonly open: () => Promise<Browser> } | { readonly missing: string }

function findFirefox(): Found {
  const program = findProgram('firefox-esr', 'firefox')
  if (program === null) return { missing: 'Firefox (Debian: firefox-esr)' }
  return { open: () => openFirefox(program) }
}

function findWebKit(): Found {
  const driver = findProgram('WebKitWebDriver')
  const browser = findProgram('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const hasScreen = Boolean(process.env.DISPLAY)
  const screen = hasScreen ? null : findProgram('Xvfb')
  if (driver === null || browser === null || (screen === null && !hasScreen)) {
    return { missing: 'WebKit (Debian: webkit2gtk-driver and, without a screen, xvfb)' }
  }
  return { open: () => openWebKit({ driver, browser, screen }) }
}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

async function walk(name: string, open: () => Promise<Browser>, url: string): Promise<boolean> {
  const [{ body }] = [await (await new Person(url).signIn()).get('/api/batches')]
  const browser = await open()
  const visitor = visitorOf(browser.send)
  const look = async (step: string) => {
    const file = join(pictures, `${name}-${step}.png`)
    await writeFile(file, Buffer.from(await visitor.picture(), 'base64'))
  }
  try {
    await browser.send('resize', phone)
    await walkMainJob(visitor, url, largeBatch(body).project_id, look)
    say(`${browser.version}: the main job is done from joining to signing out.`)
    return true
  } catch (error) {
    await look('failed').catch(() => undefined)
    say(`${browser.version}: ${error instanceof Error ? error.message : error}`)
    return false
  } finally {
    await browser.close()
  }
}

await mkdir(pictures, { recursive: true })
const product = await openProduct({ NODE_ENV: 'development', LOG_LEVEL: 'error' })
try {
  await product.start()
  for (const [name, found] of Object.entries({ firefox: findFirefox(), webkit: findWebKit() })) {
    if ('missing' in found) say(`${found.missing} is not installed and is left out.`)
    else if (!(await walk(name, found.open, product.url))) process.exitCode = 1
  }
} finally {
  await product.remove()
}
