// Tests the calls of a claim in their order, and when it is released (tests/journeys have its
// dialog).

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  listRedeemedRewards,
  listRewards,
  type Reward,
} from '#features/achievements/rewards/rewards-calls.ts'
import { exampleBatch, exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { getPassport } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { ada, terminal } from '#web/test-person.ts'
import { keptClaims, newClaim, redeemReward } from './redeem-reward.ts'
import { endClaim, startClaim } from './use-claims.ts'

const reward = (reward_value: Reward['reward_value']): Reward => ({
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: '', reward_type: 'token' },
  reward_value,
})
const badge = reward({ badge: 'Founder' })
const twoKg = reward({ label: 'Carbon offset', kg: 2 })
const gift = {
  recipient: '+447400123456',
  recipientName: null,
  note: 'for you',
  name: 'Ben',
  fromName: 'Ada',
}

const batch = {
  ...{ ...exampleBatch, id: 'b1', project_id: 'p1', price_per_kg: 0.02, kg_available: 5 },
}
const featured = { ...exampleProject, id: 'p1', preferred_batch: batch }
const pin = {
  ...{ txId: 'CP-1', expires_at: '2126-11-20T09:30:00.000Z', total: 0, currency: 'GBP' },
  ...{ wallet_used: 0, card_used: 0 },
}

/** The browser's storage has its methods on its prototype. */
class Storage {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null
  }
  setItem(name: string, text: string) {
    this[name] = text
  }
  removeItem(name: string) {
    delete this[name]
  }
  clear() {
    for (const name of Object.keys(this)) delete this[name]
  }
}

type Answer = readonly [status: number, body: unknown] | null
let answers: Record<string, Answer>
let asked: [path: string, body: Record<string, unknown>][]
/** The record that a reload would continue, at each call. */
let keptAt: Record<string, Record<string, string>>
beforeEach(async () => {
  asked = []
  keptAt = {}
  answers = {
    '/api/auth/logout': [200, {}],
    '/api/rewards/claim': [200, { status: 'claimed', reward_id: 'r1', expires_at: null }],
    '/api/rewards/unclaim': [200, { status: 'unclaimed' }],
    '/api/projects/featured?country=GB': [200, [featured]],
    '/api/projects/featured?country=WW': [200, []],
    '/api/batches': [200, [batch]],
    '/api/tokens/getPin': [200, pin],
    '/api/tokens/validatePin': [200, { status: 'COMPLETED', txId: 'CP-1' }],
  }
  const nothing = () => undefined
  const sessionStorage = new Storage()
  vi.stubGlobal('window', {
    ...{ sessionStorage, addEventListener: nothing, removeEventListener: nothing },
  })
  vi.stubGlobal('setTimeout', (act: () => void) => queueMicrotask(act))
  vi.stubGlobal('fetch', async (path: string, call: { body?: string } = {}) => {
    asked.push([path, JSON.parse(call.body ?? '{}')])
    keptAt[path] = { ...window.sessionStorage }
    const answer = answers[path] ?? null
    if (answer === null) throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  await openSession(ada, terminal)
})
afterEach(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

async function redeem(what: Reward, whose: typeof gift | null = null) {
  const claim = newClaim(ada.id, what, whose)
  const problem = await redeemReward(claim, { profile: ada, client: new QueryClient() })
  const paths = new Set(asked.map(([path]) => path).filter((path) => ofClaims.test(path)))
  return { problem, paths: [...paths].map(nameOf) }
}
/** The reload of the passport and the request for a message come at any time. */
const ofClaims = /^\/api\/(rewards|projects|batches|tokens)/
const nameOf = (path: string) => path.split(/[/=]/).at(-1)
const bodyOf = (path: string) => asked.find(([each]) => each === path)?.[1]

it('a badge is claimed, without a purchase', async () => {
  expect(await redeem(badge)).toEqual({ problem: null, paths: ['claim'] })
  const body = { achievementCode: 'offset_100', reward_id: 'r1', gift: false }
  expect(bodyOf('/api/rewards/claim')).toEqual(body)
})

it('kilograms are claimed, reserved without money and completed', async () => {
  expect(await redeem(twoKg, gift)).toEqual({
    problem: null,
    paths: ['claim', 'GB', 'batches', 'getPin', 'validatePin'],
  })
  const receiver = { telephone: gift.recipient, message: 'for you' }
  expect(bodyOf('/api/rewards/claim')).toMatchObject({ gift: true, ...receiver })
  expect(bodyOf('/api/tokens/getPin')).toEqual({
    ...{ batchId: 'b1', count: 2, amount: 0, currency: 'GBP', from: 'Ada', ...receiver },
    ...{ payment_method: 'wallet', is_gift: 1, is_reward: 1, reward_id: 'r1' },
    ...{ wallet_used: 0, card_used: 0, from_name: 'Ada' },
  })
  expect(bodyOf('/api/tokens/validatePin')).toEqual({ txId: 'CP-1' })
})

it('kilograms that are kept are for one’s own number, without a giver', async () => {
  await redeem(twoKg)
  const body = { achievementCode: 'offset_100', reward_id: 'r1', gift: false }
  expect(bodyOf('/api/rewards/claim')).toEqual(body)
  expect(bodyOf('/api/tokens/getPin')).toEqual({
    ...{ batchId: 'b1', count: 2, amount: 0, currency: 'GBP', from: 'Ada', message: '' },
    ...{
      telephone: ada.phone,
      payment_method: 'wallet',
      is_gift: 0,
      is_reward: 1,
      reward_id: 'r1',
    },
    ...{ wallet_used: 0, card_used: 0 },
  })
})

it.each([
  ['invalid_reward_recipient', 'recipient'],
  ['own_number', 'recipient'],
  ['already_redeemed', 'form'],
])('a refusal of the claim (%s) is shown, and releases nothing', async (code, at) => {
  answers['/api/rewards/claim'] = [400, { error: 'No.', code }]
  const problem = { at, code, text: 'No.' }
  expect(await redeem(twoKg, gift)).toEqual({ problem, paths: ['claim'] })
})

it.each([
  ['fails', [500, { error: '', code: 'internal' }], 'internal'],
  ['is not reached', null, 'failed'],
] as const)('a claim that %s is asked four times and released', async (_how, answer, code) => {
  answers['/api/rewards/claim'] = answer
  const { problem, paths } = await redeem(badge)
  expect(problem).toMatchObject({ at: 'form', code })
  expect(paths).toEqual(['claim', 'unclaim'])
  expect(asked.filter(([path]) => path === '/api/rewards/claim')).toHaveLength(4)
  // It turns out to be redeemed.
  answers['/api/rewards/unclaim'] = [409, { error: '', code: 'already_redeemed' }]
  expect(await redeem(badge)).toMatchObject({ problem: null })
})

it.each([
  ['an empty list', [200, []]],
  ['a 404', [404, { error: '', code: 'not_found' }]],
] as const)('%s of one’s own country is followed by the worldwide one', async (_what, none) => {
  answers['/api/projects/featured?country=GB'] = none
  answers['/api/projects/featured?country=WW'] = [200, [{ ...featured, id: 'p2' }]]
  expect(await redeem(twoKg)).toMatchObject({ problem: null })
  expect(asked.map(([path]) => path)).toContain('/api/projects/featured?country=WW')
})

it.each([
  ['no batch has enough', '/api/batches', [200, []], 'no_batches'],
  ['no project can be read', '/api/projects/featured?country=GB', [500, {}], 'unknown'],
  ['it is sold out', '/api/tokens/getPin', [409, { error: '', code: 'sold_out' }], 'sold_out'],
] as const)('where %s the claim is released', async (_what, path, answer, code) => {
  answers['/api/projects/featured?country=GB'] = [
    200,
    [{ ...featured, preferred_batch: { ...batch, kg_available: path === '/api/batches' ? 1 : 5 } }],
  ]
  answers[path] = answer
  const { problem, paths } = await redeem(twoKg)
  expect(problem).toMatchObject({ code })
  expect(paths.at(-1)).toBe('unclaim')
  // No record of it remains.
  expect(Object.keys(window.sessionStorage)).toEqual([])
  expect(paths).not.toContain('validatePin')
})

it('kilograms that were given although the answer was lost are no failure', async () => {
  answers['/api/tokens/getPin'] = [409, { error: '', code: 'sold_out' }]
  answers['/api/rewards/unclaim'] = [409, { error: '', code: 'already_redeemed' }]
  expect(await redeem(twoKg)).toMatchObject({ problem: null })
})

it('a reload finds the claim, and its purchase, at every step, and none after the end', async () => {
  await redeem(twoKg)
  const kept = Object.entries(keptAt).map(([path, all]) => [path, Object.keys(all).length])
  expect(Object.fromEntries(kept)).toMatchObject({
    '/api/rewards/claim': 1,
    '/api/tokens/getPin': 2,
    '/api/tokens/validatePin': 2,
  })
  expect(keptClaims(ada.id)).toEqual([])
  expect(Object.keys(window.sessionStorage)).toEqual([])
})

it('a claim that a reload interrupts is not reserved twice', async () => {
  await redeem(twoKg)
  Object.assign(window.sessionStorage, keptAt['/api/tokens/validatePin'])
  const [claim] = keptClaims(ada.id)
  if (claim === undefined) throw new Error('no claim was kept')
  asked = []
  expect(await redeemReward(claim, { profile: ada, client: new QueryClient() })).toBeNull()
  const bought = asked.map(([path]) => path).filter((path) => path.startsWith('/api/tokens'))
  expect(bought).toEqual(['/api/tokens/validatePin'])
})

it.each([
  ['that was claimed', badge],
  ['that could not be bought', twoKg],
])('rewards and kilograms are loaded again after one %s', async (_, what) => {
  answers['/api/tokens/getPin'] = [409, { error: '', code: 'sold_out' }]
  const client = new QueryClient()
  const shown = [[getPassport.id], [listRewards.id], [listRedeemedRewards.id]]
  for (const queryKey of shown) client.setQueryData(queryKey, {})
  await redeemReward(newClaim(ada.id, what, null), { profile: ada, client })
  expect(shown.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([])
  client.clear()
})

it('prices are compared in the user’s currency, and the order names the batch’s own', async () => {
  const euros = { ...batch, id: 'b2', project_id: 'p9', currency: 'EUR', price_per_kg: 0.021 }
  const liras = { ...euros, id: 'b3', currency: 'TRY', price_per_kg: 0.0001 }
  answers['/api/projects/featured?country=GB'] = [200, [{ ...featured, preferred_batch: null }]]
  answers['/api/batches'] = [200, [{ ...batch, project_id: 'p8' }, liras, euros]]
  const rate = { from: 'EUR', to: 'GBP', rate: 0.87, as_of: '2026-11-20', source: 'ecb' }
  answers['/api/tokens/transaction/fx/latest?from=EUR&to=GBP'] = [200, rate]
  expect(await redeem(twoKg)).toMatchObject({ problem: null })
  expect(bodyOf('/api/tokens/getPin')).toMatchObject({ batchId: 'b2', currency: 'EUR', amount: 0 })
  const rates = asked.map(([path]) => path).filter((path) => path.includes('/fx/'))
  expect(rates.map((path) => path.split('?')[1])).toEqual(['from=TRY&to=GBP', 'from=EUR&to=GBP'])
})

it('one reward has one claim at a time, and another after a failure', async () => {
  const context = { profile: ada, client: new QueryClient() }
  const claim = () => startClaim(newClaim(ada.id, badge, null), 'dismissal', context)
  const claims = () => asked.filter(([path]) => path === '/api/rewards/claim').length
  answers['/api/rewards/claim'] = [409, { error: 'No.', code: 'already_claimed' }]
  const first = claim()
  // Closing the dialog ends no claim under way.
  endClaim(badge.reward_id)
  await Promise.all([first, claim()])
  expect(claims()).toBe(1)
  await claim()
  expect(claims()).toBe(2)
  endClaim(badge.reward_id)
})

it('an unknown outcome keeps the claim and its purchase, and the next press continues both', async () => {
  answers['/api/tokens/validatePin'] = null
  answers['/api/rewards/unclaim'] = null
  const { problem } = await redeem(twoKg)
  expect(problem).toMatchObject({ code: 'verification_failed', hint: 'unverified' })
  const [kept] = keptClaims(ada.id)
  answers['/api/tokens/validatePin'] = [200, { status: 'COMPLETED', txId: 'CP-1' }]
  asked = []
  await startClaim(newClaim(ada.id, twoKg, null), 'dialog', {
    profile: ada,
    client: new QueryClient(),
  })
  endClaim('r1')
  expect(kept?.reward).toEqual(twoKg)
  const paths = asked.map(([path]) => path).filter((path) => ofClaims.test(path))
  expect(paths).toEqual(['/api/rewards/claim', '/api/tokens/validatePin'])
  expect(keptClaims(ada.id)).toEqual([])
  expect(Object.keys(window.sessionStorage)).toEqual([])
})

it('a claim with another gift does not continue one with an unknown outcome', async () => {
  answers['/api/rewards/claim'] = null
  answers['/api/rewards/unclaim'] = null
  await redeem(badge)
  const [kept] = keptClaims(ada.id)
  answers['/api/rewards/claim'] = [200, { status: 'claimed', reward_id: 'r1', expires_at: null }]
  asked = []
  const context = { profile: ada, client: new QueryClient() }
  await startClaim(newClaim(ada.id, badge, gift), 'dialog', context)
  endClaim('r1')
  expect(kept?.gift).toBeNull()
  expect(bodyOf('/api/rewards/claim')).toMatchObject({ gift: true, telephone: gift.recipient })
})

it('a claim with an unknown outcome is kept, and a released one is not', async () => {
  answers['/api/rewards/claim'] = null
  answers['/api/rewards/unclaim'] = null
  expect(await redeem(badge)).toMatchObject({ problem: { hint: 'no_answer' } })
  expect(keptClaims(ada.id)).toHaveLength(1)
  answers['/api/rewards/unclaim'] = [200, { status: 'unclaimed' }]
  expect((await redeem(badge)).problem?.hint).toBeUndefined()
  expect(keptClaims(ada.id)).toEqual([])
})
