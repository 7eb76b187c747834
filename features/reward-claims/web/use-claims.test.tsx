// Tests when interrupted claims continue.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { keepClaim, newClaim } from './redeem-reward.ts'
import { useClaims, useInterruptedClaims } from './use-claims.ts'

const reward = {
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: 'For reaching “100 kg”' },
  ...{ reward_type: 'badge', reward_value: { badge: 'Seedling' } },
} as const

let isOnline = false
const asked: string[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (!isOnline) throw new TypeError('Failed to fetch')
    asked.push(path)
    return Response.json({ status: 'claimed', reward_id: 'r1', expires_at: null })
  })
})

function Claims({ profile }: { profile: Profile }) {
  useInterruptedClaims(profile)
  return useClaims().get(reward.reward_id)?.work ?? 'none'
}

it('a claim that a lost connection interrupted continues when the connection is back', async () => {
  keepClaim(newClaim(ada.id, reward, null))
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <Claims profile={ada} />
    </QueryClientProvider>,
  )
  await until(() => page.text() === 'failed')
  expect(asked).toEqual([])
  isOnline = true
  await act(async () => void window.dispatchEvent(new window.Event('online')))
  await until(() => asked.includes('/api/rewards/claim'))
  await until(() => page.text() === 'done')
})
