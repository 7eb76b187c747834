// Tests which gift is on the screen, and that Buy Offsets opens without a press only where a project is offered.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useContext } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { GiftShown } from '#features/activity/web/unopened-gifts.ts'
import { listFeaturedProjects } from '#features/catalogue/catalogue-calls.ts'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { BuyFeatured } from './buy-featured.tsx'
import { GiftOpener } from './gift-opener.tsx'

beforeEach(async () => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))

function Shown() {
  return <p>{useContext(GiftShown) ? 'a gift' : 'no gift'}</p>
}
it('no gift is on the screen until one is shown', async () => {
  const page = await draw(
    <GiftOpener>
      <Shown />
    </GiftOpener>,
  )
  expect(page.text()).toBe('no gift')
})

it.each([
  ['without a project, the projects are shown', true, '/app/projects'],
  ['without a wish to buy, home stays', false, '/app'],
])('%s', async (_, opensBuy, path) => {
  const { hook, history } = memoryLocation({ path: '/app', record: true })
  const passport: Profile = { ...ada, total_offsets: 5 }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData([listFeaturedProjects.id, 'GB'], [])
  client.setQueryData([getPassport.id], passport)
  const wallet = { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
  client.setQueryData([getWallet.id], wallet)
  await draw(
    <QueryClientProvider client={client}>
      <Router hook={hook}>
        <BuyFeatured country="GB" opensBuy={opensBuy} />
      </Router>
    </QueryClientProvider>,
  )
  await until(() => expect(history.at(-1)).toBe(path))
})
