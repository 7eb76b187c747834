// Tests the last step after a purchase: the gains since its second step, its line in the list, and its end.

import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import type { Pending } from '../purchase-steps.ts'
import { NewEnvelopes, usePreviousProgress } from './gains.tsx'
import { RewardAction } from './reward-action.ts'
import { SuccessStep } from './success-step.tsx'

const pending: Pending = {
  ...{ txId: 'CP-2', expiresAt: '2199-01-01T12:00:00.000Z', kg: 100, total: 2 },
  ...{ currency: 'GBP', walletUsed: 0.5, cardUsed: 1.5, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}
const achievement = (code: string, progressPct: number) => ({
  ...{ code, title: code, label: code, currentValue: 0, threshold: 1, progressPct },
  ...{ colorClass: 'blue', feedback: '', reached_at: null },
})
const reward = {
  ...{ reward_id: 'r1', achievement_code: 'first_offset', description: '' },
  ...{ reward_type: 'token', reward_value: { label: '3 kg', kg: 3 } },
}

let answers: Record<string, unknown>
let asked: string[]
beforeEach(() => {
  asked = []
  openPage()
  Object.assign(window, { matchMedia: () => ({ matches: false }) })
  // The count ends at once.
  vi.stubGlobal('requestAnimationFrame', (draw: (at: number) => void) =>
    setTimeout(() => draw(performance.now() + 60_000)),
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const line = (tx_id: string, project_shown_name: string) => ({
    ...{ ...testEntry, tx_id, project_shown_name, project_name: project_shown_name },
    ...{ total: 2.5, total_currency: 'EUR', first_token: `${tx_id}.1`, last_token: `${tx_id}.9` },
  })
  answers = {
    '/passport/me': { ...ada, total_offsets: 40, offset_league: 'bronze', eco_league: 'bronze' },
    achievements: [achievement('first_offset', 0)],
    rewards: [],
    transaction: [line('CP-3', 'Later'), line('CP-2', 'Own'), line('CP-1', 'Earlier')],
  }
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const name = ['/passport/me', 'rewards', 'achievements', 'transaction'].find((each) =>
      path.includes(each),
    )
    return Response.json(name ? answers[name] : {}, { status: name ? 200 : 404 })
  })
})

function Before() {
  usePreviousProgress('CP-2')
  return null
}

async function ended(own: Partial<Pending> = {}, seesBefore = true) {
  const client = newQueryClient()
  const onDone = vi.fn()
  const part = (shown: 'before' | 'success') => (
    <QueryClientProvider client={client}>
      {shown === 'before' ? (
        <Before />
      ) : (
        <SuccessStep pending={{ ...pending, ...own }} projectName="Typed" onDone={onDone} />
      )}
    </QueryClientProvider>
  )
  if (seesBefore) {
    const first = await draw(part('before'))
    await until(() => expect([asked.length, client.isFetching()]).toEqual([3, 0]))
    await first.close()
  }
  answers['/passport/me'] = {
    ...{ ...ada, total_offsets: 140, offset_league: 'silver', eco_league: 'gold' },
  }
  answers.achievements = [achievement('first_offset', 100)]
  answers.rewards = [reward]
  const page = await draw(part('success'))
  await until(() => expect([asked.length, client.isFetching()]).toEqual([seesBefore ? 7 : 1, 0]))
  await until(() =>
    expect(page.text()).toMatch(seesBefore ? /Offset league: Silver\..*Own/ : /Own/),
  )
  return { page, onDone }
}

it('shows all that is new since the second step, and the line of its own purchase', async () => {
  const { page } = await ended()
  for (const words of [
    ...['Offset league: Silver.', 'Eco league: Gold.', '3 kg', 'Own', '€2.50', 'CP-2.1', 'CP-2.9'],
    texts.achievements_new({ title: 'first_offset' }),
  ]) {
    expect(page.text()).toContain(words)
  }
  expect(page.text()).not.toMatch(/Later|Earlier|Typed/)
  expect(page.count('stamp-fresh')).toBe(2)
  expect(page.count('celebration-envelope')).toBe(1)
  expect(page.count('celebration-foil')).toBe(2)
})

it('shows no gain where the standing before is unknown', async () => {
  const { page } = await ended({}, false)
  expect(asked).toHaveLength(1)
  expect(page.text()).not.toMatch(/league|140/)
})

it('a gift has its gains, and no total of its giver', async () => {
  const { page } = await ended({ recipient: '+44•••••321', recipientName: 'Grace' })
  expect(page.text()).not.toMatch(/140|Total offsets/)
})

it('ends with its button or its link, and its animation with any press', async () => {
  const { page, onDone } = await ended()
  expect(page.count('celebration-still')).toBe(0)
  await act(async () => void window.dispatchEvent(new window.Event('keydown')))
  expect(page.count('celebration-still')).toBe(1)
  await page.press(texts.purchases_done())
  expect(onDone).toHaveBeenCalledTimes(1)
  const link = [...document.querySelectorAll('a')].find(
    (each) => each.textContent === texts.purchases_see_passport(),
  )
  expect(link?.getAttribute('href')).toBe('/app')
  await act(async () => link?.click())
  expect(onDone).toHaveBeenCalledTimes(2)
})

it('does not move at all where the user prefers that', async () => {
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  const { page } = await ended()
  expect(page.count('celebration-still')).toBe(1)
})

it('several new envelopes are one stack, which opens with the focus on the first of them', async () => {
  const rewards = ['r1', 'r2'].map(
    (reward_id): Reward => ({
      ...{ reward_id, achievement_code: 'first_offset', description: '', reward_type: 'badge' },
      reward_value: { badge: 'Seedling' },
    }),
  )
  const page = await draw(
    <RewardAction value={({ reward_id }) => <button type="button">{`Open ${reward_id}`}</button>}>
      <NewEnvelopes rewards={rewards} />
    </RewardAction>,
  )
  expect(page.offers(/^Open r/)).toBe(0)
  await page.press(/: 2 sealed rewards$/)
  expect([page.offers(/^Open r/), document.activeElement?.textContent]).toEqual([2, 'Open r1'])
})
