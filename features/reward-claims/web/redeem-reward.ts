// Redeems a reward: claims it, selects a batch, reserves a purchase and completes it. A failed step
// releases the claim (docs/product.md#reward-claims). A reload continues an unfinished claim.
import type { QueryClient } from '@tanstack/react-query'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import {
  type Batch,
  type FeaturedProject,
  listFeaturedProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { readOffer, rewardBatch } from '#features/catalogue/web/offer/best-batch.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { complete } from '#features/purchases/web/acknowledge/finish-purchase.ts'
import { reserve } from '#features/purchases/web/checkout/send-order.ts'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'
import { createPurchase, signatureOf } from '#features/purchases/web/purchase.ts'
import {
  forgetRecord,
  type Request,
  type StoredOrder,
  scopeOf,
  tabTextNames,
} from '#features/purchases/web/purchase-record.ts'
import { askUntilFinal } from '#features/purchases/web/purchase-requests.ts'
import type { DialogState, PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { resumePurchase } from '#features/purchases/web/use-purchase.ts'
import { ApiError } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { refreshAfterPurchase } from '#web/api/query-client.ts'
import { readTabText, removeTabText, writeTabText } from '#web/storage/tab-storage.ts'
import { claimReward, unclaimReward } from '../reward-claims-calls.ts'

/** Country code of the featured projects that are shown in countries without their own. */
const worldwide = 'WW'

type Context = { readonly profile: Profile; readonly client: QueryClient }

/**
 * Redeems a reward, and stores the claim until its outcome is known. Returns null on success, otherwise
 * the problem. The outcome is unknown if the problem has a hint; the next attempt continues the claim.
 */
export async function redeemReward(
  claim: Claim,
  context: Context,
): Promise<PurchaseProblem | null> {
  keepClaim({ ...claim, hasFailed: false })
  const problem = await claimAndRedeem(claim, context)
  if (problem?.hint === undefined) forget(claim)
  else keepClaim({ ...claim, hasFailed: true })
  await refreshAfterPurchase(context.client)
  return problem
}

/**
 * Releases a claim whose failure was shown, once the server answers again. It redeems no kilogram.
 * Returns true if the reward had been redeemed already.
 */
export async function releaseClaim(claim: Claim, client: QueryClient): Promise<boolean> {
  const outcome = await askUnclaim(claim)
  if (outcome !== 'kept') forget(claim)
  await refreshAfterPurchase(client)
  return outcome === 'redeemed'
}

function forget(claim: Claim): void {
  forgetClaim(claim)
  forgetRecord(scopeOf('reward', claim.reward.reward_id))
}

/**
 * Claims the reward and redeems its kilograms. After a failure, releases the claim. Returns null on success,
 * otherwise the problem. Its hint is undefined if the claim is released for certain.
 */
async function claimAndRedeem(claim: Claim, context: Context): Promise<PurchaseProblem | null> {
  try {
    await askClaim(claim)
  } catch (error) {
    // After a refusal there is no claim. Without a response there may be one, so it is released.
    const isUnknown = !(error instanceof ApiError) || error.status >= 500
    const outcome = isUnknown ? await askUnclaim(claim) : 'unclaimed'
    if (outcome === 'redeemed') return null
    const problem = problemOf(error)
    return outcome === 'kept' ? { ...problem, hint: 'no_answer' } : problem
  }
  const { reward_value } = claim.reward
  if ('badge' in reward_value) return null
  const problem = await redeemKg(claim, reward_value.kg, context).catch(problemOf)
  if (problem === null) return null
  const outcome = await askUnclaim(claim)
  if (outcome === 'redeemed') return null
  return outcome === 'unclaimed' ? { ...problem, hint: undefined } : problem
}

/** Tokenises no card, because a reward has no price. */
const noCard = async () => undefined

/**
 * Redeems kilograms by the steps of a purchase: reserves, then completes with the transaction id that a
 * buyer would retype. Resumes a purchase that a reload interrupted.
 */
async function redeemKg(claim: Claim, kg: number, { profile, client }: Context) {
  const scope = scopeOf('reward', claim.reward.reward_id)
  const purchase = createPurchase({ scope, kind: 'reward' }, () => profile, client)
  await resumePurchase(purchase)
  if (isAtStart(purchase.state())) {
    const batch = await chooseBatch(profile, kg)
    if (!batch) return { at: 'form', code: 'no_batches' } as const
    await reserve(purchase, requestOf(claim, batch, kg, signatureOf(profile)), noCard)
  }
  const stateAfterReserve = purchase.state()
  if (stateAfterReserve.step === 'ack') {
    purchase.dispatch({ type: 'typed', text: stateAfterReserve.pending.txId })
    await complete(purchase)
  }
  const endState = purchase.state()
  if (endState.step === 'success') return null
  return endState.problem ?? ({ at: 'form', code: 'failed' } as const)
}

function isAtStart(state: DialogState): boolean {
  return state.step === 'checkout' && state.problem === null
}

async function chooseBatch(profile: Profile, kg: number): Promise<Batch | undefined> {
  const [featured, offer] = await Promise.all([
    readFeatured(profile.country),
    readOffer(profile.currency),
  ])
  return rewardBatch({ featured, ...offer }, kg)
}

/** Returns the first featured project of the country, otherwise the first worldwide one. */
async function readFeatured(country: string): Promise<FeaturedProject | undefined> {
  const featuredOf = (place: string) =>
    ask(listFeaturedProjects, { query: { country: place } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    })
  const own = await featuredOf(country)
  return own[0] ?? (await featuredOf(worldwide))[0]
}

/** Returns the order of a reward's purchase. The product pays for rewards, so all amounts are 0. */
function requestOf({ reward, gift }: Claim, batch: Batch, kg: number, from: string): Request {
  const order: StoredOrder = {
    batchId: batch.id,
    count: kg,
    amount: 0,
    currency: batch.currency,
    from,
    payment_method: 'wallet',
    is_gift: gift ? 1 : 0,
    is_reward: 1,
    reward_id: reward.reward_id,
    message: gift?.note ?? '',
    ...(gift?.fromName ? { from_name: gift.fromName } : {}),
    wallet_used: 0,
    card_used: 0,
  }
  return { order, recipient: gift?.recipient ?? null, vintageYear: batch.vintage_year }
}

function problemOf(error: unknown): PurchaseProblem {
  const isAnswer = error instanceof ApiError
  const code = isAnswer ? error.code : 'failed'
  const at = code === 'invalid_reward_recipient' || code === 'own_number' ? 'recipient' : 'form'
  return { at, code, text: isAnswer ? error.message || undefined : undefined }
}

/** Maximum number of attempts without a response. After the last one the claim counts as failed. */
const claimAttemptsMax = 4

const askOptions = {
  signal: new AbortController().signal,
  attemptsMax: claimAttemptsMax,
  onUnknown: () => undefined,
}

/**
 * Claims a reward. Throws ApiError for a refusal, and the error of `fetch` if the server was not reached.
 */
async function askClaim({ key, reward, gift }: Claim): Promise<void> {
  const body = {
    achievementCode: reward.achievement_code,
    reward_id: reward.reward_id,
    gift: gift !== null,
    ...(gift ? { telephone: gift.recipient, message: gift.note } : {}),
  }
  await askUntilFinal(claimReward, { body }, key, askOptions)
}

/**
 * Releases a claim. Returns `redeemed` if the reward is redeemed already, and `kept` if the release failed
 * for another reason.
 */
async function askUnclaim({ reward }: Claim): Promise<'unclaimed' | 'redeemed' | 'kept'> {
  const body = { reward_id: reward.reward_id, achievementCode: reward.achievement_code }
  try {
    await askUntilFinal(unclaimReward, { body }, newIdempotencyKey(), askOptions)
    return 'unclaimed'
  } catch (error) {
    // A claim whose release failed expires on the server.
    return error instanceof ApiError && error.code === 'already_redeemed' ? 'redeemed' : 'kept'
  }
}

export type Claim = {
  /** Owner of the claim. Another user in the same tab must not continue it. */
  readonly passportId: string
  /** Idempotency key of the claim, for its first request and all repetitions. */
  readonly key: string
  readonly reward: Reward
  /** Null if the user keeps the reward. */
  readonly gift: Gift | null
  /** True if the failure was shown while the release is not certain. */
  readonly hasFailed: boolean
}

const prefix = 'carbon-passport:claim:'

export function newClaim(passportId: string, reward: Reward, gift: Gift | null): Claim {
  return { passportId, key: newIdempotencyKey(), reward, gift, hasFailed: false }
}

/**
 * Stores an unfinished claim in the tab's session storage, so that a reload continues it. The record
 * contains the receiver's phone number, so it is deleted when its claim ends. An abandoned claim expires
 * on the server.
 */
export function keepClaim(claim: Claim): void {
  writeTabText(prefix + claim.reward.reward_id, JSON.stringify(claim))
}

export function forgetClaim({ reward }: Claim): void {
  removeTabText(prefix + reward.reward_id)
}

/** Returns the user's stored claims. Returns none if one of them is invalid. */
export function keptClaims(passportId: string): Claim[] {
  try {
    return tabTextNames(prefix)
      .map((name): unknown => JSON.parse(readTabText(name) ?? 'null'))
      .filter(isClaim)
      .filter((claim) => claim.passportId === passportId)
  } catch {
    return []
  }
}

function isClaim(value: unknown): value is Claim {
  return typeof value === 'object' && value !== null && 'reward' in value && 'key' in value
}
