// Tests a reward at its first render, in each state of its claim, and claimed rewards.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  listRedeemedRewards,
  type RedeemedReward,
  type Reward,
} from '#features/achievements/rewards/rewards-calls.ts'
import { ClaimedRewards } from '#features/achievements/web/rewards/claimed-rewards.tsx'
import { EnvelopeStack, RewardTile } from '#features/reward-claims/web/rewards-section.tsx'
import { markupOf, textOf } from '#web/test-markup.tsx'
import { ClaimSuccess } from './claim-reward-dialog.tsx'
import { newClaim } from './redeem-reward.ts'
import type { ClaimState } from './use-claims.ts'

const nothing = () => undefined
const reward: Reward = {
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: 'For reaching “100 kg”' },
  ...{ reward_type: 'token', reward_value: { label: 'Carbon offset', kg: 2 } },
}
const badge: Reward = { ...reward, reward_type: 'badge', reward_value: { badge: 'Seedling' } }
const gift = {
  recipient: '+447400123456',
  recipientName: null,
  note: '',
  name: '',
  fromName: 'Ada',
}

function tile(state: Partial<ClaimState> = {}, isInDialog = false) {
  const claim: ClaimState = {
    ...{ claim: newClaim('ada', reward, null), work: 'working', problem: null, from: 'dialog' },
    ...state,
  }
  const html = renderToStaticMarkup(
    <RewardTile
      {...{ reward, isInDialog, onOpen: nothing, onDismiss: nothing, onGone: nothing }}
      claim={state.work === undefined ? undefined : claim}
    />,
  )
  return {
    text: textOf(html),
    canClaim: /<button(?![^>]* disabled="")[^>]*aria-label="Claim: /.test(html),
    canDismiss: /<button(?![^>]* disabled="")[^>]*aria-label="Dismiss: /.test(html),
    isFading: /<article class="[^"]*opacity-0/.test(html),
    alert: textOf(/role="alert"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? ''),
  }
}

const problem = { at: 'form', code: 'already_claimed' } as const
const still = { canClaim: true, canDismiss: true, isFading: false, alert: '' }
const said = 'This reward has already been claimed.'
it.each([
  ['one that waits can be claimed and dismissed', {}, still],
  [
    'one at work cannot be claimed again',
    { work: 'working' },
    { ...still, canClaim: false, canDismiss: false },
  ],
  [
    'one that is dismissed fades, and is not claimed again',
    { work: 'working', from: 'dismissal' },
    { ...still, canClaim: false, canDismiss: false, isFading: true },
  ],
  [
    'one whose dismissal failed is back, with the one sentence for that',
    { work: 'failed', from: 'dismissal', problem },
    { ...still, alert: 'Could not claim reward.' },
  ],
  [
    'one that a reload went on with in vain says why',
    { work: 'failed', from: 'reload', problem },
    { ...still, alert: said },
  ],
  [
    'one whose claim failed says why once its dialog is closed',
    { work: 'failed', problem },
    { ...still, alert: said },
  ],
] as const)('%s', (_, state, drawn) => {
  expect(tile(state)).toMatchObject(drawn)
})

it('the reward shows no problem while its dialog shows it', () => {
  expect(tile({ work: 'failed', problem }, true).alert).toBe('')
})

it('it names itself and its achievement, and shows a claim under way', () => {
  expect(tile().text).toContain('|2 kg · Carbon offset|For reaching “100 kg”|')
  expect(tile({ work: 'working' }).text).toContain('Claiming…')
})

it('many are one stack that shows their number', () => {
  const html = renderToStaticMarkup(<EnvelopeStack count={7} onOpen={nothing} />)
  expect(textOf(html)).toContain('7 sealed rewards')
})

it('a claimed reward has its day, and one given away says so', () => {
  const claimed: RedeemedReward[] = [
    { ...reward, redeemed_at: '2026-11-20T12:00:00.000Z', is_gift: false },
    { ...reward, reward_id: 'r2', redeemed_at: '2026-10-02T12:00:00.000Z', is_gift: true },
    { ...badge, reward_id: 'r3', redeemed_at: '2026-09-01T12:00:00.000Z', is_gift: false },
  ]
  const drawn = (rewards: readonly RedeemedReward[]) =>
    markupOf(<ClaimedRewards />, [[[listRedeemedRewards.id], rewards]])
  expect(drawn([])).toBe('')
  const html = drawn(claimed)
  const rows = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => row)
  expect(rows.map((row) => textOf(row).replaceAll('| |', '|'))).toEqual([
    '|2 kg · Carbon offset|For reaching “100 kg”|on Nov 20, 2026|',
    '|2 kg · Carbon offset|For reaching “100 kg”|gifted on Oct 2, 2026|',
    '|Badge: Seedling|For reaching “100 kg”|on Sep 1, 2026|',
  ])
  expect(rows.map((row) => row.includes('--medal-foil)'))).toEqual([false, false, true])
})

it('a success names own kilograms, kilograms on their way, or a badge', () => {
  const drawn = (what: Reward, whose: typeof gift | null) =>
    textOf(renderToStaticMarkup(<ClaimSuccess reward={what} gift={whose} onDone={nothing} />))
  expect(drawn(reward, null)).toMatch(/2 kg .* now in your passport/)
  expect(drawn(reward, gift)).toMatch(/2 kg .* on (its|their) way/)
  expect(drawn(badge, null)).toContain('The badge Seedling is yours now.')
  const stamps = [reward, badge].flatMap((what) =>
    [null, gift].map((whose) =>
      renderToStaticMarkup(<ClaimSuccess reward={what} gift={whose} onDone={nothing} />),
    ),
  )
  const titles = stamps.map((html) =>
    /<title>(.*?)( on .*)?<\/title>/.exec(html)?.[1]?.replace('\u00a0', ' '),
  )
  expect(titles.slice(0, 3)).toEqual([
    'Stamp: 2 kg contributed',
    'Stamp: 2 kg given',
    'Seedling: reached',
  ])
  const arrives = [drawn(reward, null), drawn(reward, gift), drawn(badge, null)]
  expect(arrives.map((text) => text.includes('The gift arrives when'))).toEqual([
    false,
    true,
    false,
  ])
})
