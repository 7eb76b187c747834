// Tests the presses on rewards: the stack, the dialog with its success and its refusals, and the reward of a purchase.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { ClaimRewardDialog } from './claim-reward-dialog.tsx'
import { keepClaim, newClaim } from './redeem-reward.ts'
import { RewardOpener } from './reward-opener.tsx'
import { RewardsSection } from './rewards-section.tsx'
import { endClaim } from './use-claims.ts'

const badges = ['Seedling', 'Explorer', 'Tonne', 'Goals'] as const
const rewardOf = (index: number): Reward => ({
  ...{ reward_id: `r${index}`, achievement_code: 'offset_100', description: `Number ${index}` },
  ...{ reward_type: 'badge', reward_value: { badge: badges[index] ?? 'Seedling' } },
})
const kilograms: Reward = {
  ...{ reward_id: 'r0', achievement_code: 'offset_100', description: 'For reaching 100 kg' },
  ...{ reward_type: 'token', reward_value: { label: 'Carbon offset', kg: 2 } },
}

let rewards: Reward[]
let claims: (body: Record<string, unknown>) => Response | Promise<Response>
let toasts: unknown[]
/** Each call that changes something, with its body. */
let sent: unknown[][]
beforeEach(async () => {
  openPage()
  rewards = [0, 1, 2, 3].map(rewardOf)
  toasts = []
  sent = []
  claims = ({ reward_id }) => {
    rewards = rewards.filter((each) => each.reward_id !== reward_id)
    return Response.json({ status: 'claimed', reward_id, expires_at: null })
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
    if (method !== 'GET') sent.push([path, text === '' ? null : JSON.parse(text)])
    if (path === '/api/rewards/claim') return claims(JSON.parse(text))
    if (path === '/api/rewards/me') return Response.json(rewards)
    if (path.startsWith('/api/rewards/')) return Response.json([])
    if (path === '/api/profile') return Response.json({ code: 'name_refused' }, { status: 400 })
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    return Response.json({ code: 'not_found' }, { status: 404 })
  })
  const added = vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return 'toast'
  })
  await openSession(ada, terminal)
  return () => {
    added.mockRestore()
    for (const index of [0, 1, 2, 3]) endClaim(`r${index}`)
  }
})
afterEach(() => act(signOut))

const open = (part: ReactNode) =>
  draw(
    <QueryClientProvider client={newQueryClient()}>
      <WithDialogs>{part}</WithDialogs>
    </QueryClientProvider>,
  )
const dialogs = () =>
  [...document.querySelectorAll('[role=dialog]')].map((each) => each.getAttribute('aria-label'))

it('four rewards are one stack, which opens in place with the focus on them, and three are none', async () => {
  const page = await open(<RewardsSection />)
  await until(() => page.text().includes('4 sealed rewards'))
  expect(page.offers(/^Claim: /)).toBe(0)
  await page.press(/^Open: 4/)
  expect(page.offers(/^Claim: /)).toBe(4)
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  await page.close()
  rewards = rewards.slice(0, 3)
  const three = await open(<RewardsSection />)
  await until(() => three.offers(/^Claim: /) === 3)
})

it('a claimed reward says so in its dialog, goes from the list, and the next dialog is its own', async () => {
  const page = await open(<RewardsSection />)
  await until(() => page.offers(/^Open: 4/) === 1)
  await page.press(/^Open: 4/)
  await page.press('Claim: Badge: Explorer')
  await until(() => dialogs().length === 1)
  expect(dialogs()).toEqual(['Claim Reward'])
  await page.submit()
  await until(() => dialogs()[0] === 'Yours')
  expect(page.text()).toContain('The badge Explorer is yours now.')
  expect(sent.filter(([path]) => path === '/api/rewards/claim')).toMatchObject([
    ['/api/rewards/claim', { reward_id: 'r1', gift: false }],
  ])
  await page.press('Done')
  expect(dialogs()).toEqual([])
  await until(() => page.offers('Claim: Badge: Explorer') === 0)
  // The dialog has said it.
  expect(toasts).toEqual([])
  await page.press('Claim: Badge: Tonne')
  expect(dialogs()).toEqual(['Claim Reward'])
  expect(page.text()).not.toContain('The badge Explorer is yours now.')
})

/** The titles of the listed rewards in their order. */
const listed = () =>
  [...document.querySelectorAll('li article')].map(
    (each) => badges.find((name) => each.textContent?.includes(name)) ?? each.textContent,
  )

it('a claimed reward stays at its place until its dialog is closed', async () => {
  rewards = rewards.slice(0, 3)
  const page = await open(<RewardsSection />)
  await until(() => page.offers(/^Claim: /) === 3)
  await page.press('Claim: Badge: Seedling')
  await until(() => dialogs().length === 1)
  const reads = () => rewards.length
  await page.submit()
  await until(() => dialogs()[0] === 'Yours')
  expect([reads(), listed()]).toEqual([2, ['Seedling', 'Explorer', 'Tonne']])
  await page.press('Done')
  await until(() => listed().length === 2)
  expect(listed()).toEqual(['Explorer', 'Tonne'])
})

it('while a claim is unfinished the rewards are no stack, and each problem is at its own reward', async () => {
  keepClaim(newClaim(ada.id, rewardOf(2), null))
  claims = () => Response.json({ code: 'rewards_exhausted' }, { status: 409 })
  const page = await open(<RewardsSection />)
  await until(() => page.text().includes('No more rewards are available at the moment.'))
  expect([page.offers(/^Open: 4/), page.offers(/^Claim: /)]).toEqual([0, 4])
  const alerts = [...document.querySelectorAll('li [role=alert]')]
  expect(alerts.map(({ textContent }) => textContent !== '')).toEqual([false, false, true, false])
})

it('without rewards a sentence says so', async () => {
  rewards = []
  const page = await open(<RewardsSection />)
  await until(() => page.text().includes('You have no rewards to claim.'))
  expect([page.offers(/^Open: /), listed()]).toEqual([0, []])
})

it('a dismissed reward is claimed for oneself, says so once, and the rest stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rewards = rewards.slice(0, 2)
  const page = await open(<RewardsSection />)
  await until(() => page.offers(/^Claim: /) === 2)
  await page.press('Dismiss: Badge: Explorer')
  await until(() => toasts.length === 1)
  expect(toasts).toEqual(['The badge Explorer is yours now.'])
  await until(() => page.offers(/^Claim: /) === 1)
  expect(page.offers('Claim: Badge: Seedling')).toBe(1)
  vi.useRealTimers()
})

it('a refused claim stays sealed with its reason, in the dialog first and then on its tile alone', async () => {
  rewards = rewards.slice(0, 2)
  claims = () => Response.json({ code: 'rewards_exhausted' }, { status: 409 })
  const page = await open(<RewardsSection />)
  await until(() => page.offers(/^Claim: /) === 2)
  await page.press('Claim: Badge: Seedling')
  await until(() => dialogs().length === 1)
  await page.submit()
  const alerts = () =>
    [...document.querySelectorAll('li [role=alert]')].map(({ textContent }) => textContent !== '')
  await until(() => document.querySelector('[role=dialog] [role=alert]')?.textContent !== '')
  expect(alerts()).toEqual([false, false])
  await page.press('Cancel')
  expect(dialogs()).toEqual([])
  expect(page.offers(/^Claim: /)).toBe(2)
})

it.each([
  ['claimed', 200, ['The badge Seedling is yours now.'], [false]],
  ['refused', 409, [], [true, false]],
] as const)(
  'a claim whose dialog was left at work ends in the list: %s',
  async (_, status, said, alerts) => {
    rewards = rewards.slice(0, 2)
    const gate = Promise.withResolvers<void>()
    claims = async () => {
      await gate.promise
      if (status === 200) rewards = rewards.slice(1)
      const answer = { status: 'claimed', reward_id: 'r0', expires_at: null }
      return Response.json(status === 200 ? answer : { code: 'rewards_exhausted' }, { status })
    }
    const page = await open(<RewardsSection />)
    await until(() => page.offers(/^Claim: /) === 2)
    await page.press('Claim: Badge: Seedling')
    await until(() => dialogs().length === 1)
    await page.submit()
    await page.press('Cancel')
    expect(dialogs()).toEqual([])
    await until(() => page.offers(/^Claim: /) === 1)
    gate.resolve()
    await until(
      () => page.offers(/^Claim: /) === alerts.length && !page.text().includes('Claiming'),
    )
    expect(toasts).toEqual(said)
    expect(
      [...document.querySelectorAll('li [role=alert]')].map(
        ({ textContent }) => textContent !== '',
      ),
    ).toEqual(alerts)
  },
)

it('a signature that cannot be saved holds the gift back, and shows why at its field', async () => {
  rewards = [kilograms]
  const page = await open(<RewardsSection />)
  await until(() => page.offers(/^Claim: /) === 1)
  await page.press(/^Claim: /)
  await until(() => dialogs().length === 1)
  await page.tick('As a gift')
  await page.type('Recipient phone', '07400 123456')
  await page.type('From', 'Ada')
  await page.tick(/^Use it as my nickname/)
  await page.submit()
  await until(() => sent.some(([path]) => path === '/api/profile'))
  await until(() => document.querySelector('[aria-invalid=true]') !== null)
  expect(sent.map(([path]) => path)).not.toContain('/api/rewards/claim')
})

it('the reward of a purchase opens at its button, which goes once it is claimed', async () => {
  const page = await open(<RewardOpener reward={rewardOf(2)} />)
  await page.press('Open: Badge: Tonne')
  await until(() => dialogs().length === 1)
  await page.press('Cancel')
  expect([dialogs(), page.offers('Open: Badge: Tonne')]).toEqual([[], 1])
  await page.press('Open: Badge: Tonne')
  await page.submit()
  await until(() => dialogs()[0] === 'Yours')
  await page.press('Done')
  expect([page.text(), toasts]).toEqual(['Yours', []])
})

it.each([
  ['one’s own kilograms', null, 'Yours'],
  ['kilograms given away', { recipient: '+447400123456', note: '', fromName: 'Ada' }, 'On its way'],
])('the end of a claim of %s has its own title', async (_, gift, title) => {
  const claim = newClaim(ada.id, kilograms, gift)
  const nothing = () => undefined
  const page = await open(
    <ClaimRewardDialog
      {...{ reward: kilograms, profile: ada, open: true, onClose: nothing, onClaim: nothing }}
      claim={{ claim, work: 'done', problem: null, from: 'dialog' }}
    />,
  )
  expect(dialogs()).toEqual([title])
  expect([page.offers('Done'), page.offers('Cancel')]).toEqual([1, 0])
})
