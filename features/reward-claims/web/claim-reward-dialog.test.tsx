// Tests the problem that the claim dialog shows.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { ClaimForm } from './claim-reward-dialog.tsx'
import { newClaim } from './redeem-reward.ts'
import { endClaim, startClaim, useClaims } from './use-claims.ts'

const reward: Reward = {
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: 'For reaching “100 kg”' },
  ...{ reward_type: 'token', reward_value: { label: 'Carbon offset', kg: 2 } },
}

let claimed: number
beforeEach(() => {
  openPage()
  claimed = 0
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (path === '/api/rewards/claim') claimed += 1
    return Response.json({ code: 'already_claimed' }, { status: 409 })
  })
})
// The files of a worker share the claims in memory.
afterEach(() => endClaim(reward.reward_id))

function OpenedForm() {
  const client = new QueryClient()
  const claim = useClaims().get(reward.reward_id)
  const nothing = () => undefined
  return (
    <ClaimForm
      {...{ reward, claim, profile: ada, open: true, onClose: nothing }}
      onClaim={(gift) =>
        void startClaim(newClaim(ada.id, reward, gift), 'dialog', { profile: ada, client })
      }
    />
  )
}

it('a gift has its own button, and an invalid number is shown and not sent', async () => {
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <OpenedForm />
    </QueryClientProvider>,
  )
  expect([page.offers('Claim'), page.offers('Claim and gift')]).toEqual([1, 0])
  await page.tick('As a gift')
  expect([page.offers('Claim'), page.offers('Claim and gift')]).toEqual([0, 1])
  await page.type('Recipient phone', '12')
  await page.submit()
  await until(() => page.text().includes('Enter a valid recipient phone (+E.164).'))
  await page.type('Recipient phone', '07400 123456')
  expect(page.text()).not.toContain('Enter a valid recipient phone')
})

it.each([
  ['its giver', 'From', 'x', 1],
  ['its number', 'Recipient phone', '12', 0],
])('a gift with a fault in %s has it at that field alone', async (_, label, text, place) => {
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <OpenedForm />
    </QueryClientProvider>,
  )
  await page.tick('As a gift')
  await page.type('Recipient phone', '07400 123456')
  await page.type(label, text)
  await page.submit()
  const names = ['Recipient phone', 'From']
  const invalid = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map((each) =>
      (each as HTMLInputElement).labels?.[0]?.textContent?.trim(),
    )
  await until(() => invalid().length > 0)
  expect(invalid()).toEqual([expect.stringContaining(names[place] ?? '')])
  expect(claimed).toBe(0)
})

it('a refused claim shows its problem until the user makes another choice', async () => {
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <OpenedForm />
    </QueryClientProvider>,
  )
  const refusal = 'This reward has already been claimed.'
  await page.submit()
  await until(() => page.text().includes(refusal))
  await page.tick('As a gift')
  expect(page.text()).not.toContain(refusal)
})
