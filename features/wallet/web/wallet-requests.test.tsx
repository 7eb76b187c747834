// Tests in a simulated page the requests of the wallet: which rates it asks for, and when it asks again for a balance.
// It also tests that a logo which fails to load is replaced by the initials.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import type { Wallet } from '../wallet-calls.ts'
import { ProgrammeMark } from './programme-mark.tsx'
import { useRate, useRates } from './use-rate.ts'
import { heldBalancePollMs, useWallet } from './use-wallet.ts'
import { WalletActivity } from './wallet-activity.tsx'
import { WalletTotals } from './wallet-totals.tsx'

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
  useRate('', 'GBP', true)
  useRates(['EURO', 'points'], 'GBP')
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

it.each([
  ['green bank of Ada', 'GB'],
  ['Zéro', 'Z'],
  ['42 Été', '4É'],
  ['…', '·'],
])('the initials of %s are %s', async (name, initials) => {
  const page = await draw(<ProgrammeMark name={name} logo={null} />)
  expect(page.text()).toBe(initials)
})

describe('the entries of the wallet', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: String(at), type: 'credit', amount: at + 1, currency: 'GBP', source: `From ${at}` },
      ...{ is_refund: false, logo_url: null, created_at: '2026-11-20T10:00:00Z' },
    }))
  const shown = (text: string) => [...text.matchAll(/From (\d)/g)].map(([, at]) => Number(at))

  it('are five, and all of them in their order once they are asked for', async () => {
    vi.stubGlobal('fetch', async () => Response.json(entries(7)))
    const page = await draw(inClient(<WalletActivity />))
    await until(() => page.text().includes('From 0'))
    expect(shown(page.text())).toEqual([0, 1, 2, 3, 4])
    await page.press('Show all')
    expect(shown(page.text())).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(page.offers('Show all')).toBe(0)
  })

  it('that do not load say so, and are there after a retry', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
    const page = await draw(inClient(<WalletActivity />))
    await until(() => page.offers('Retry') === 1)
    expect(page.text()).toContain(texts.wallet_activity_failed())
    vi.stubGlobal('fetch', async () => Response.json(entries(1)))
    await page.press('Retry')
    await until(() => page.text().includes('From 0'))
    expect(page.text()).not.toContain(texts.wallet_activity_failed())
  })
})

it('a wallet that does not load says so, and is there after a retry', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  const page = await draw(inClient(<WalletTotals />))
  await until(() => page.offers('Retry') === 1)
  expect(page.text()).toContain(texts.wallet_failed())
  const answer = { wallets: [], totalInUserCurrency: 5, userCurrency: 'GBP', as_of: null }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  await page.press('Retry')
  await until(() => page.text().includes('£5.00'))
  expect(page.text()).not.toContain(texts.wallet_failed())
})
