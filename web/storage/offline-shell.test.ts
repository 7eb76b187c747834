// Tests which code an open app loads for use without a network.
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { lazyPart, parts } from '../api/lazy-part.ts'
import { prepareForOffline } from './offline-shell.ts'

type Worker = EventTarget & { state: ServiceWorkerState }

const Page = () => null
const load = vi.fn(async () => ({ Page }))

beforeEach(() => {
  vi.stubEnv('PROD', true)
  lazyPart(load, 'Page')
})
afterEach(() => {
  parts.clear()
  load.mockClear()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Stubs the browser's service workers. `register` resolves to the registration or rejects. */
function stubWorkers(register: (url: string) => Promise<object>): void {
  vi.stubGlobal('navigator', { serviceWorker: { register } })
}

function newWorker(state: ServiceWorkerState): Worker {
  return Object.assign(new EventTarget(), { state })
}

function moveTo(worker: Worker, state: ServiceWorkerState): void {
  worker.state = state
  worker.dispatchEvent(new Event('statechange'))
}

it('loads no page once a worker has cached the shell', async () => {
  const worker = newWorker('installing')
  const register = vi.fn(async () => ({ installing: worker, waiting: null, active: null }))
  stubWorkers(register)
  const prepared = prepareForOffline(new QueryClient())
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('/service-worker.js?language=en'))
  moveTo(worker, 'installed')
  await prepared
  expect(load).not.toHaveBeenCalled()
})

it('loads no page if an earlier visit installed the worker', async () => {
  stubWorkers(async () => ({ installing: null, waiting: null, active: newWorker('activated') }))
  await prepareForOffline(new QueryClient())
  expect(load).not.toHaveBeenCalled()
})

it('loads every page if the worker could not cache the shell', async () => {
  const worker = newWorker('installing')
  stubWorkers(async () => ({ installing: worker, waiting: null, active: null }))
  const prepared = prepareForOffline(new QueryClient())
  setTimeout(() => moveTo(worker, 'redundant'), 300)
  await prepared
  expect(load).toHaveBeenCalledOnce()
})

it.each([
  [
    'refuses the worker, as in private windows',
    { serviceWorker: { register: () => Promise.reject(new Error('refused')) } },
  ],
  ['has no service workers', {}],
])('loads every page if the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  await prepareForOffline(new QueryClient())
  expect(load).toHaveBeenCalledOnce()
})

it.each(['waiting', 'active'] as const)(
  'loads no page if a worker is %s already',
  async (place) => {
    const worker = newWorker('installed')
    stubWorkers(async () => ({ installing: null, waiting: null, active: null, [place]: worker }))
    await prepareForOffline(new QueryClient())
    expect(load).not.toHaveBeenCalled()
  },
)

it('loads every page where no worker was registered, and in development registers none', async () => {
  stubWorkers(async () => ({ installing: null, waiting: null, active: null }))
  await prepareForOffline(new QueryClient())
  expect(load).toHaveBeenCalledTimes(1)
  vi.stubEnv('PROD', false)
  const register = vi.fn(async () => ({ active: newWorker('activated') }))
  stubWorkers(register)
  await prepareForOffline(new QueryClient())
  expect([register.mock.calls, load.mock.calls.length]).toEqual([[], 2])
})

it('begins once the browser is idle and all queries of the page are answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const register = vi.fn(async () => ({ active: newWorker('activated') }))
  stubWorkers(register)
  let isIdle = () => {}
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    isIdle = run
  })
  const answer = Promise.withResolvers<string>()
  const client = new QueryClient()
  const asked = client.fetchQuery({ queryKey: ['page'], queryFn: () => answer.promise })
  const prepared = prepareForOffline(client)
  const idle = async () => {
    isIdle()
    await vi.advanceTimersByTimeAsync(250)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  await idle()
  await idle()
  expect(register).not.toHaveBeenCalled()
  answer.resolve('answered')
  await asked
  await idle()
  await prepared
  expect(register).toHaveBeenCalledTimes(1)
})
