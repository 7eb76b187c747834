// Tests when interrupted claims continue.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { keepClaim, keptClaims, newClaim } from './redeem-reward.ts'
import { endClaim, startClaim, useClaims, useInterruptedClaims } from './use-claims.ts'

const reward = {
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: 'For reaching “100 kg”' },
  ...{ reward_type: 'badge', reward_value: { badge: 'Seedling' } },
} as const

let isOnline = false
let refusal: Readonly<Record<string, string>> | null = null
const asked: string[] = []
beforeEach(() => {
  isOnline = false
  refusal = null
  asked.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (!isOnline) throw new TypeError('Failed to fetch')
    asked.push(path)
    if (refusal !== null) return Response.json(refusal, { status: 409 })
    if (path === '/api/rewards/unclaim') return Response.json({ status: 'unclaimed' })
    return Response.json({ status: 'claimed', reward_id: 'r1', expires_at: null })
  })
})
// The files of a worker share the claims in memory.
afterEach(() => endClaim(reward.reward_id))

const second = { ...reward, reward_id: 'r2' } as const
afterEach(() => endClaim(second.reward_id))

function Claims({ profile }: { profile: Profile }) {
  useInterruptedClaims(profile)
  return useClaims().get(reward.reward_id)?.work ?? 'none'
}

const drawClaims = () =>
  draw(
    <QueryClientProvider client={newQueryClient()}>
      <Claims profile={ada} />
    </QueryClientProvider>,
  )

it('a claim that a reload interrupted continues', async () => {
  isOnline = true
  keepClaim(newClaim(ada.id, reward, null))
  const page = await drawClaims()
  await until(() => page.text() === 'done')
  expect(asked).toContain('/api/rewards/claim')
  expect(asked).not.toContain('/api/rewards/unclaim')
})

it('a claim that failed without a connection is released when the connection is back, and not continued', async () => {
  keepClaim(newClaim(ada.id, reward, null))
  const page = await drawClaims()
  await until(() => page.text() === 'failed')
  expect(keptClaims(ada.id)).toMatchObject([{ hasFailed: true }])
  isOnline = true
  await act(async () => void window.dispatchEvent(new window.Event('online')))
  await until(() => asked.includes('/api/rewards/unclaim'))
  await until(() => keptClaims(ada.id).length === 0)
  expect(asked).not.toContain('/api/rewards/claim')
})

it('a failed claim that turns out to be redeemed is done', async () => {
  keepClaim({ ...newClaim(ada.id, reward, null), hasFailed: true })
  isOnline = true
  refusal = { code: 'already_redeemed', error: 'It is yours.' }
  const page = await drawClaims()
  await until(() => page.text() === 'done')
  expect(keptClaims(ada.id)).toEqual([])
})

it('a failed claim that the user has started again is not released', async () => {
  isOnline = true
  const gate = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push(path)
    if (path === '/api/rewards/claim') return gate.promise
    return Response.json({ status: 'unclaimed' })
  })
  const page = await drawClaims()
  const claim = newClaim(ada.id, reward, null)
  await act(
    async () => void startClaim(claim, 'dialog', { profile: ada, client: newQueryClient() }),
  )
  keepClaim({ ...claim, hasFailed: true })
  await act(async () => void window.dispatchEvent(new window.Event('online')))
  await until(() => asked.includes('/api/rewards/claim'))
  expect(page.text()).toBe('working')
  gate.resolve(Response.json({ status: 'claimed', reward_id: 'r1', expires_at: null }))
  await until(() => page.text() === 'done')
  expect(asked).not.toContain('/api/rewards/unclaim')
})

function AllClaims({ profile }: { profile: Profile | undefined }) {
  useInterruptedClaims(profile)
  return [...useClaims().values()].map(({ claim, from }) => `${claim.reward.reward_id} ${from}`)
}

it('every claim of a user continues, and those of the next user once they sign in', async () => {
  isOnline = true
  const ben = { ...ada, id: 'p2' }
  for (const claim of [newClaim(ada.id, reward, null), newClaim(ben.id, second, null)]) {
    keepClaim(claim)
  }
  const client = newQueryClient()
  const drawn = (profile: Profile | undefined) => (
    <QueryClientProvider client={client}>
      <p>
        <AllClaims profile={profile} />
      </p>
    </QueryClientProvider>
  )
  const page = await draw(drawn(undefined))
  expect(page.text()).toBe('')
  await page.again(drawn(ada))
  await until(() => keptClaims(ada.id).length === 0)
  expect([page.text(), keptClaims(ben.id).length]).toEqual(['r1 reload', 1])
  await page.again(drawn(ben))
  await until(() => keptClaims(ben.id).length === 0)
  expect(page.text()).toBe('r1 reloadr2 reload')
})

it('two interrupted claims of one user both continue', async () => {
  isOnline = true
  for (const each of [reward, second]) keepClaim(newClaim(ada.id, each, null))
  await drawClaims()
  await until(() => keptClaims(ada.id).length === 0)
  expect(asked.filter((path) => path === '/api/rewards/claim')).toHaveLength(2)
})
