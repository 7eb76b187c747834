// Tests when interrupted claims continue.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { keepClaim, keptClaims, newClaim } from './redeem-reward.ts'
import { endClaim, useClaims, useInterruptedClaims } from './use-claims.ts'

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
