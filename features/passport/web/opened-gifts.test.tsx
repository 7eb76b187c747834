// Tests which gift is on the screen, and that Buy Offsets opens without a press only where a project is offered.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useContext } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { GiftShown, ShowGift } from '#features/activity/web/unopened-gifts.ts'
import {
  exampleBatch,
  exampleProject,
  listFeaturedProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { markupOf } from '#web/test-markup.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { BuyFeatured, useIsOfferKnown } from './buy-featured.tsx'
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

it.each([
  [true, 1],
  [false, 0],
])('of an offered project, Buy Offsets alone opens by itself: %s', async (opensBuy, dialogs) => {
  const { hook, history } = memoryLocation({ path: '/app', record: true })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const offer = { ...exampleProject, preferred_batch: exampleBatch }
  client.setQueryData([listFeaturedProjects.id, 'GB'], [offer])
  client.setQueryData([getPassport.id], { ...ada, total_offsets: 5 })
  const wallet = { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
  client.setQueryData([getWallet.id], wallet)
  const page = await draw(
    <QueryClientProvider client={client}>
      <Router hook={hook}>
        <WithDialogs>
          <BuyFeatured country="GB" opensBuy={opensBuy} />
        </WithDialogs>
      </Router>
    </QueryClientProvider>,
  )
  const opened = () =>
    [...document.querySelectorAll('[role=dialog]')].map((each) => each.getAttribute('aria-label'))
  if (opensBuy) await until(() => opened().length > 0)
  expect([opened(), history]).toEqual([Array(dialogs).fill('Buy Offsets'), ['/app']])
  expect([page.offers('Buy Offsets'), page.offers('Gift Offsets')]).toEqual([1, 1])
})

const gift = (tx_id: string, from_user: string, kg: number): ActivityEntry => ({
  ...testEntry,
  ...{ tx_id, from_user, kg, created_at: new Date().toISOString(), note: '' },
  ...{ is_gift: true, opened_at: null },
})
const sealed = [gift('CP-3', 'Cem', 30), gift('CP-2', 'Ben', 20), gift('CP-1', 'Ann', 10)]

/** Shows each gift on a press. */
function Gifts() {
  const show = useContext(ShowGift)
  return sealed.map((each) => (
    <button key={each.tx_id} type="button" onClick={() => show(each)}>
      {each.tx_id}
    </button>
  ))
}

it('the chosen gift comes first, each other one once after it, and the next time it is sealed again', async () => {
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const pages = [{ entries: sealed, nextPath: null }]
  client.setQueryData([listActivity.id], { pages, pageParams: [''] })
  client.setQueryData([getPassport.id], { ...ada, total_offsets: 160 })
  const page = await draw(
    <QueryClientProvider client={client}>
      <WithDialogs>
        <GiftOpener>
          <Shown />
          <Gifts />
        </GiftOpener>
      </WithDialogs>
    </QueryClientProvider>,
  )
  await page.press('CP-2')
  await until(() => page.offers('Break the seal') === 1)
  expect(page.text()).toContain('a gift')
  const order: string[] = []
  for (const next of ['Next gift', 'Next gift', 'See your passport']) {
    await page.press('Break the seal')
    order.push(/Gift from (Ann|Ben|Cem)/.exec(page.text())?.[1] ?? '')
    expect(page.text()).toContain(`Gift ${order.length} of 3`)
    await page.press(next)
  }
  expect(order).toEqual(['Ben', 'Ann', 'Cem'])
  expect(page.text()).toContain('60 kg of carbon offsets are now in your passport.')
  await page.press('Done')
  expect(page.text()).toMatch(/^no gift/)
  await page.press('CP-1')
  await until(() => page.offers('Break the seal') === 1)
  expect(page.text()).toContain('Gift from Ann')
  await page.press('Break the seal')
  // Another gift takes its place, sealed.
  await page.press('CP-3')
  await until(() => page.offers('Break the seal') === 1)
  expect(page.text()).toContain('Gift from Cem')
  await page.press('Close')
  expect(page.text()).toMatch(/^no gift/)
})

function Known() {
  return String(useIsOfferKnown('GB'))
}

it('the height of the offer is known once the projects and the wallet are', () => {
  const wallet = { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
  const known = (projects?: unknown, money?: unknown) =>
    markupOf(<Known />, [
      [[listFeaturedProjects.id, 'GB'], projects],
      [[getWallet.id], money],
    ])
  expect([known(), known([]), known(undefined, wallet), known([], wallet)]).toEqual([
    ...['false', 'false', 'false', 'true'],
  ])
})
