// Tests rewards that are dismissed, opened and continued through the buttons
// (docs/product.md#reward-claims).

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  listRedeemedRewards,
  listRewards,
  type Reward,
} from '#features/achievements/rewards/rewards-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { keepClaim, newClaim } from '#features/reward-claims/web/redeem-reward.ts'
import { RewardsSection } from '#features/reward-claims/web/rewards-section.tsx'
import { endClaim } from '#features/reward-claims/web/use-claims.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { SealedEnvelope } from './sealed-envelope.tsx'

const badge = (reward_id: string): Reward => ({
  ...{ reward_id, achievement_code: 'offset_100', description: '', reward_type: 'badge' },
  reward_value: { badge: `Badge ${reward_id}` },
})

let unclaimed: Reward[]
let claimed: unknown[]
let claimStatus: number
beforeEach(async () => {
  claimed = []
  claimStatus = 200
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    if (path === '/api/rewards/redeemed') return Response.json([])
    if (path === '/api/rewards/me') return Response.json(unclaimed)
    if (path !== '/api/rewards/claim') return Response.json({}, { status: 500 })
    const { reward_id, gift } = JSON.parse(body)
    claimed.push([reward_id, gift])
    if (claimStatus === 200) unclaimed = unclaimed.filter((each) => each.reward_id !== reward_id)
    return Response.json(
      { status: 'claimed', reward_id, expires_at: null },
      { status: claimStatus },
    )
  })
  await openSession(ada, terminal)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  // A claim of a test stays in the module until its row has faded out.
  await act(async () => {
    for (const nth of [1, 2, 3, 4, 5, 6]) endClaim(`r${nth}`)
  })
  await signOut()
})

it('a dismissed envelope is gone after 400 ms, and not before it is dismissed', async () => {
  const onGone = vi.fn<() => void>()
  const onDismiss = vi.fn<() => void>()
  const envelope = { title: 'One', action: null, onDismiss, onGone }
  const sealed = await draw(<SealedEnvelope {...envelope} />)
  await sealed.press('Dismiss: One')
  expect(onDismiss).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(onGone).not.toHaveBeenCalled()
  await sealed.close()
  await draw(<SealedEnvelope {...envelope} dismissed />)
  vi.advanceTimersByTime(399)
  expect(onGone).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onGone).toHaveBeenCalledTimes(1)
})

it('an envelope that is back before it has faded stays, and one that has faded is reported once', async () => {
  const gone: string[] = []
  const envelope = (dismissed: boolean, name: string) => (
    <SealedEnvelope title="One" action={null} {...{ dismissed }} onGone={() => gone.push(name)} />
  )
  const page = await draw(envelope(true, 'first'))
  vi.advanceTimersByTime(399)
  await page.again(envelope(false, 'first'))
  vi.advanceTimersByTime(1_000)
  expect(gone).toEqual([])
  await page.again(envelope(true, 'second'))
  vi.advanceTimersByTime(300)
  // Another drawing does not begin the fade again, and the latest handler is called.
  await page.again(envelope(true, 'third'))
  vi.advanceTimersByTime(100)
  expect(gone).toEqual(['third'])
  vi.advanceTimersByTime(1_000)
  expect(gone).toEqual(['third'])
  await page.again(envelope(false, 'third'))
  await page.again(envelope(true, 'fourth'))
  await page.close()
  vi.advanceTimersByTime(1_000)
  expect(gone).toEqual(['third'])
})

async function section(...ids: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  unclaimed = ids.map(badge)
  client.setQueryData([listRewards.id], unclaimed)
  client.setQueryData([listRedeemedRewards.id], [])
  const page = await draw(
    <QueryClientProvider client={client}>
      <RewardsSection />
    </QueryClientProvider>,
  )
  const leave = async () => {
    await page.close()
    client.clear()
  }
  return { ...page, leave }
}

it('the X claims a reward for its owner, and no other reward', async () => {
  const page = await section('r1', 'r2')
  await page.press('Dismiss: Badge: Badge r2')
  expect(page.count('opacity-0')).toBe(1)
  await until(() => claimed.length > 0 && !page.text().includes('Badge r2'))
  expect(claimed).toEqual([['r2', false]])
  expect(page.text()).toContain('Badge r1')
  await page.leave()
})

it('a failed dismissal brings the reward back with its one sentence', async () => {
  claimStatus = 409
  const page = await section('r3')
  await page.press(/^Dismiss/)
  await until(() => page.text().includes('Could not claim reward.'))
  expect(page.count('opacity-0')).toBe(0)
  expect(page.offers(/^Claim: Badge: Badge r3$/)).toBe(1)
  claimStatus = 200
  await page.press(/^Dismiss/)
  await until(() => claimed.length > 1 && !page.text().includes('Badge r3'))
  expect(claimed).toHaveLength(2)
  await page.leave()
})

it('three are shown open, four are one stack until it is opened', async () => {
  const three = await section('a', 'b', 'c')
  expect(three.offers(/^Claim: /)).toBe(3)
  await three.leave()
  const four = await section('a', 'b', 'c', 'd')
  expect(four.offers(/^Claim: /)).toBe(0)
  expect(four.text()).toContain('4 sealed rewards')
  await four.press('Open: 4 sealed rewards')
  expect(four.offers(/^Claim: /)).toBe(4)
  await four.leave()
})

it('rewards keep the order of the server, also after one was dismissed in vain', async () => {
  const page = await section('x', 'y', 'z')
  const order = () => [...page.text().matchAll(/Badge: Badge (\w)/g)].map(([, id]) => id)
  expect(order()).toEqual(['x', 'y', 'z'])
  claimStatus = 409
  await page.press('Dismiss: Badge: Badge x')
  await until(() => page.text().includes('Could not claim reward.'))
  expect(order()).toEqual(['x', 'y', 'z'])
  await act(async () => endClaim('x'))
  await page.leave()
})

it('a claim that a reload interrupted continues, for its own user only', async () => {
  keepClaim(newClaim(ada.id, badge('r5'), null))
  keepClaim(newClaim('somebody else', badge('r6'), null))
  const page = await section()
  await until(() => page.text().includes('You have no rewards to claim.'))
  expect(claimed).toEqual([['r5', false]])
  await page.leave()
})
