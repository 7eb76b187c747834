// Tests what a page does whose code or drawing failed: one reload, Retry, and the connection that comes back.
import { act } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { beforeEach, expect, it, vi } from 'vitest'
import { MissingPartError, missingParts } from '#web/api/lazy-part.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { useReloadOnce } from './reload-once.ts'
import { useRetry } from './use-retry.ts'

let reloads: number
/** The document that the server sends; undefined without a network. */
let html: string | undefined
let isOnLine: boolean
beforeEach(() => {
  openPage()
  reloads = 0
  isOnLine = true
  html = '<script type="module" src="/assets/app-new.js"></script>'
  vi.spyOn(location, 'reload').mockImplementation(() => {
    reloads += 1
  })
  vi.stubGlobal('navigator', {
    userAgent: '',
    get onLine() {
      return isOnLine
    },
  })
  vi.stubGlobal('fetch', async () => {
    if (html === undefined) throw new TypeError('Failed to fetch')
    return new Response(html)
  })
})
const missing = (failures = 1) => new MissingPartError(failures, new Error('no script'))

function Reloaded({ error }: { error: unknown }) {
  return <p>{useReloadOnce(error) ? 'undecided' : 'failed'}</p>
}

it('a page without its code is reloaded once in a tab, then shows that it failed', async () => {
  const first = await draw(<Reloaded error={missing()} />)
  await until(() => reloads === 1)
  expect(first.text()).toBe('undecided')
  await first.close()
  const second = await draw(<Reloaded error={missing()} />)
  await until(() => second.text() === 'failed')
  expect(reloads).toBe(1)
})

it('without a network nothing is reloaded, and the one reload is kept for later', async () => {
  html = undefined
  const page = await draw(<Reloaded error={missing()} />)
  await until(() => page.text() === 'failed')
  expect(reloads).toBe(0)
  await page.close()
  html = ''
  await draw(<Reloaded error={missing()} />)
  await until(() => reloads === 1)
})

it('an answer with an error is no document, and another error reloads nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  const page = await draw(<Reloaded error={missing()} />)
  await until(() => page.text() === 'failed')
  await page.close()
  const other = await draw(<Reloaded error={new Error('a mistake')} />)
  expect(other.text()).toBe('failed')
  expect(reloads).toBe(0)
})

/** The error that the part throws until a press or the test removes it. */
let failure: unknown

function Part() {
  if (failure !== undefined) throw failure
  return <p>whole</p>
}

function Failed(props: Parameters<typeof useRetry>[0]) {
  const { isOffline, retry } = useRetry(props)
  const press = () => {
    failure = undefined
    retry()
  }
  return (
    <button type="button" onClick={press}>
      {isOffline ? 'Retry offline' : 'Retry'}
    </button>
  )
}

function drawFailing(error: unknown) {
  failure = error
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return draw(
    <ErrorBoundary FallbackComponent={Failed}>
      <Part />
    </ErrorBoundary>,
  )
}

function addOwnScript() {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', '/assets/app-old.js')
  // The simulated page would load it.
  Object.defineProperty(script, 'src', { value: 'https://passport.example/assets/app-old.js' })
  const query = document.querySelector.bind(document)
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector.startsWith('script') ? script : query(selector),
  )
}

it.each([
  ['of an older build loads the new one', 1, '<script src="/assets/app-new.js">', 1],
  ['of the same build draws the page again', 1, '<script src="/assets/app-old.js">', 0],
  ['of the same build reloads after the second failure', 2, '/assets/app-old.js', 1],
  ['without a network draws the page again', 2, undefined, 0],
])('Retry %s', async (_, failures, document, times) => {
  html = document
  addOwnScript()
  const renew = vi.fn<() => void>()
  missingParts.add({ load: async () => undefined, renew })
  const page = await drawFailing(missing(failures))
  await page.press('Retry')
  await until(() => reloads === 1 || page.text() === 'whole')
  expect([reloads, renew.mock.calls.length]).toEqual([times, 1 - times])
  missingParts.clear()
})

it('Retry after another error draws the page again without a reload', async () => {
  const page = await drawFailing(new Error('a mistake'))
  await page.press('Retry')
  await until(() => page.text() === 'whole')
  expect(reloads).toBe(0)
})

it('a page that failed without a network comes back with the connection, and any other one does not', async () => {
  const connect = () => act(async () => void window.dispatchEvent(new window.Event('online')))
  isOnLine = false
  html = undefined
  const page = await drawFailing(missing())
  expect(page.text()).toBe('Retry offline')
  failure = undefined
  await connect()
  await until(() => page.text() === 'whole')
  await page.close()
  const other = await drawFailing(new Error('a mistake'))
  expect(other.text()).toBe('Retry')
  failure = undefined
  await connect()
  expect(other.text()).toBe('Retry')
})
