// Damages one answer on its way to a page, as bad networks, proxies and servers do. Its choices are
// random and repeatable. All other answers pass unchanged.
import type { Page, Route } from '@playwright/test'
import type { Random } from '#tests/support/random.ts'

const kinds = [
  'lost before the server',
  'lost after the server',
  'late',
  'empty',
  'null',
  'an empty object',
  'cut off',
  'a page',
  'a 500',
  'a 502',
] as const
type Kind = (typeof kinds)[number]

export type Damage = {
  /** Returns the call and its damage for the report of a failing run; undefined until it has happened. */
  report(): string | undefined
  /** Lets all later answers pass. */
  stop(): void
}

const lateMs = 2_500
const isProductPath = (url: URL) => /^\/(api|passport|assets|dev\/cards)\b/.test(url.pathname)

/** Passes up to `within` answers, a random number, and damages the next one. */
export async function damageOneAnswer(page: Page, random: Random, within: number): Promise<Damage> {
  const kind = random.pick(kinds)
  const damagesAssets = random.next() < 0.3
  let left = random.between(0, within)
  let isOn = true
  let report: string | undefined
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(isProductPath, async (route) => {
    const { pathname } = new URL(route.request().url())
    const isCandidate =
      pathname.startsWith('/assets/') === damagesAssets && !/\.woff2?$/.test(pathname)
    if (!isOn || !isCandidate || left > 0) {
      if (isCandidate) left -= 1
      return route.fallback()
    }
    isOn = false
    report = `${route.request().method()} ${pathname}: ${kind}`
    // Ignores an error, because the browser may have left the page meanwhile.
    await damage(route, kind).catch(() => undefined)
  })
  return {
    report: () => report,
    stop: () => {
      isOn = false
    },
  }
}

async function damage(route: Route, kind: Kind): Promise<void> {
  switch (kind) {
    case 'lost before the server':
      return route.abort('connectionreset')
    case 'late':
      await new Promise((resolve) => setTimeout(resolve, lateMs))
      return route.continue()
    case 'a 502':
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
  }
  // The server handles the request; only its answer is damaged.
  const response = await route.fetch()
  switch (kind) {
    case 'lost after the server':
      return route.abort('connectionreset')
    case 'empty':
      return route.fulfill({ status: 200, body: '' })
    case 'null':
      return route.fulfill({ status: 200, json: null })
    case 'an empty object':
      return route.fulfill({ status: 200, json: {} })
    case 'cut off': {
      const body = await response.text()
      return route.fulfill({ response, body: body.slice(0, Math.floor(body.length / 2)) })
    }
    case 'a page':
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in here' })
    case 'a 500':
      return route.fulfill({ status: 500, json: { code: 'internal' } })
  }
}
