// Tests in a simulated page the requests of the wallet: which rates it asks for, and when it asks again for a balance.
// It also tests that a logo which fails to load is replaced by the initials.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import type { Wallet } from '../wallet-calls.ts'
import { ProgrammeMark } from './programme-mark.tsx'
import { useRate, useRates } from './use-rate.ts'
import { heldBalancePollMs, useWallet } from './use-wallet.ts'

let requests: string[]
let wallet: Wallet
beforeEach(() => {
  openPage()
  requests = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const { searchParams, pathname } = new URL(url, 'https://passport.example')
    if (pathname === '/api/wallet/me') return Response.json(wallet)
    const [from, to] = [searchParams.get('from'), searchParams.get('to')]
    const rate = to === 'EUR' ? 2 : 4
    return Response.json({ from, to, rate, as_of: '2026-11-22', source: 'ecb' })
  })
})

const inClient = (part: Parameters<typeof draw>[0]) => (
  <QueryClientProvider client={newQueryClient()}>{part}</QueryClientProvider>
)

function Rates() {
  const euros = useRates(['USD', 'EUR', 'USD'], 'EUR')
  const pounds = useRate('USD', 'GBP', true)
  const same = useRate('GBP', 'GBP', true)
  const unneeded = useRate('CHF', 'GBP', false)
  const shown = [...euros].map(([from, rate]) => `${from} ${rate}`).join()
  return <p>{`${shown}; ${pounds.data?.rate}; ${same.data?.rate}; ${unneeded.data?.rate}`}</p>
}

it('each pair of currencies is asked for once, and has its own rate', async () => {
  const page = await draw(inClient(<Rates />))
  await until(() => page.text() === 'EUR 1,USD 2; 4; undefined; undefined')
  const pairs = requests.map((url) => new URL(url, 'https://passport.example').search)
  expect(pairs.toSorted()).toEqual(['?from=USD&to=EUR', '?from=USD&to=GBP'])
})

function Balance() {
  return <p>{useWallet().data ? 'loaded' : 'loading'}</p>
}
const programme = (id: string, ...totals: Wallet['wallets'][number]['totals']) => ({
  ...{ program_id: id, program_name: id, logo_url: null, totals },
})
const free = { currency: 'GBP', total: 5, held: 0 }
const held = { currency: 'EUR', total: 5, held: 0.5 }

it.each([
  [
    'again while money is held in any currency of any programme',
    [programme('A', free), programme('B', free, held)],
    2,
  ],
  ['once if none is held', [programme('A', free), programme('B', free)], 1],
])('a balance is asked for %s', async (_, wallets, times) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  wallet = { wallets, totalInUserCurrency: 5, userCurrency: 'GBP', as_of: null }
  const page = await draw(inClient(<Balance />))
  await until(() => page.text() === 'loaded')
  expect(requests).toHaveLength(1)
  await pass(heldBalancePollMs + 1_000)
  expect(requests).toHaveLength(times)
})

it('a logo that fails to load is replaced by the initials', async () => {
  const page = await draw(<ProgrammeMark name="Green Bank" logo="/logo.png" />)
  expect(page.text()).toBe('')
  const logo = document.querySelector('img')
  await act(async () => logo?.dispatchEvent(new window.Event('error')))
  expect(page.text()).toBe('GB')
  expect(document.querySelector('img')).toBeNull()
})
