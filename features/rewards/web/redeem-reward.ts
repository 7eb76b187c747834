// What claiming a reward does, in order (specification 4): claim, choose a batch, reserve, complete;
// if a later step fails, the claim is given back. It goes on where a reload left it.
import type { QueryClient } from '@tanstack/react-query'
import type { Batch, FeaturedProject } from '#features/projects/contract.ts'
import { featuredShape } from '#features/projects/web/answer-shapes.ts'
import { rewardBatch } from '#features/purchases/web/batch-choice.ts'
import { createPurchaseFlow } from '#features/purchases/web/purchase-flow.ts'
import { forgetRecord, type Request, scopeOf } from '#features/purchases/web/purchase-record.ts'
import type { Trouble } from '#features/purchases/web/purchase-steps.ts'
import { readOffer } from '#features/purchases/web/read-offer.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import { ApiError, getJson } from '#web/api.ts'
import { refreshAfterPurchase } from '#web/query-keys.ts'
import { askClaim, askUnclaim } from './claim-calls.ts'
import { type Claim, forgetClaim, keepClaim } from './claim-record.ts'

/** Specification 9: where a country has no featured project. */
const worldwide = 'WW'

type Context = { readonly profile: Profile; readonly client: QueryClient }

/** Null where it is done, else why not; then nothing was redeemed. */
export async function redeemReward(claim: Claim, context: Context): Promise<Trouble | null> {
  keepClaim(claim)
  const trouble = await claimAndRedeem(claim, context)
  forgetClaim(claim)
  forgetRecord(scopeOf('reward', claim.reward.reward_id))
  await refreshAfterPurchase(context.client)
  return trouble
}

async function claimAndRedeem(claim: Claim, context: Context): Promise<Trouble | null> {
  try {
    await askClaim(claim)
  } catch (error) {
    // A refusal claimed nothing; without an answer it may have, and is given back.
    const isUnknown = !(error instanceof ApiError) || error.status >= 500
    if (isUnknown && (await askUnclaim(claim)) === 'redeemed') return null
    return troubleOf(error)
  }
  const { reward_value } = claim.reward
  if ('badge' in reward_value) return null
  const trouble = await redeemKg(claim, reward_value.kg, context).catch(troubleOf)
  if (trouble === null) return null
  return (await askUnclaim(claim)) === 'redeemed' ? null : trouble
}

/** The same machine as every purchase, without a person who retypes the id. */
async function redeemKg(claim: Claim, kg: number, { profile, client }: Context) {
  const scope = scopeOf('reward', claim.reward.reward_id)
  const flow = createPurchaseFlow({ scope, kind: 'reward' }, () => profile, client)
  await flow.start()
  if (isAtStart(flow.state())) {
    const batch = await chooseBatch(profile, kg)
    if (!batch) return { at: 'form', code: 'no_batches' } as const
    flow.openStep()
    await flow.reserve(requestOf(claim, batch, kg), async () => undefined)
  }
  const reserved = flow.state()
  if (reserved.step === 'ack') {
    flow.typed(reserved.pending.txId)
    await flow.complete()
  }
  const end = flow.state()
  if (end.step === 'success') return null
  return end.trouble ?? ({ at: 'form', code: 'failed' } as const)
}

function isAtStart(state: ReturnType<ReturnType<typeof createPurchaseFlow>['state']>): boolean {
  return state.step === 'checkout' && state.trouble === null
}

async function chooseBatch(profile: Profile, kg: number): Promise<Batch | undefined> {
  const [featured, offer] = await Promise.all([
    readFeatured(profile.country),
    readOffer(profile.currency),
  ])
  return rewardBatch({ featured, ...offer }, kg)
}

/** The country's own, else the worldwide one; a 404 is an empty list (specification 8). */
async function readFeatured(country: string): Promise<FeaturedProject | undefined> {
  const ask = (place: string) =>
    getJson(`/api/projects/featured?country=${encodeURIComponent(place)}`, featuredShape).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      },
    )
  const own = await ask(country)
  return own[0] ?? (await ask(worldwide))[0]
}

/** Contract 7: the rewards account pays, so the amount and both parts are 0. */
function requestOf({ reward, gift }: Claim, batch: Batch, kg: number): Request {
  const order = {
    batchId: batch.id,
    count: kg,
    amount: 0,
    currency: batch.currency,
    payment_method: 'wallet',
    is_gift: gift ? 1 : 0,
    is_reward: 1,
    reward_id: reward.reward_id,
    note: gift?.note ?? '',
    wallet_used: 0,
    card_used: 0,
  }
  return { order, recipient: gift?.recipient ?? null, vintageYear: batch.vintage_year }
}

function troubleOf(error: unknown): Trouble {
  const isAnswer = error instanceof ApiError
  const code = isAnswer ? error.code : 'failed'
  const at = code === 'invalid_reward_recipient' || code === 'own_number' ? 'recipient' : 'form'
  return { at, code, text: isAnswer ? error.message || undefined : undefined }
}
