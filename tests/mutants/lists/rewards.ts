// Faults of rewards.
import type { FaultyFile } from '../fault.ts'

const rewardsOf = 'features/achievements/rewards/rewards.test.ts'
const loopholes = 'features/achievements/rewards/reward-loopholes.test.ts'

export const rewards: readonly FaultyFile[] = [
  {
    file: 'features/achievements/rewards/reward-queries.ts',
    tests: [rewardsOf, loopholes],
    faults: [
      {
        fault: 'a lapsed claim is lost',
        find: '(claim_ends_at is null or claim_ends_at <= now())`',
        replace: 'claim_ends_at is null`',
      },
      {
        fault: 'an open claim is claimed again',
        find: '(claim_ends_at is null or claim_ends_at <= now())`',
        replace: 'true`',
      },
      {
        fault: 'a redeemed reward is claimed again',
        find: 'const isFree = `redeemed_at is null and ',
        replace: 'const isFree = `',
      },
      {
        fault: 'another person’s reward is claimed',
        find: 'where id = $1 and passport_id = $2 and achievement_code = $3',
        replace: 'where id = $1 and $2::uuid is not null and achievement_code = $3',
      },
      {
        fault: 'a lapsed claim pays',
        find: 'and r.lapsed_at is null and r.claim_ends_at > now()`',
        replace: 'and r.lapsed_at is null`',
      },
      {
        fault: 'a claim that was redeemed pays once more',
        find: 'and r.kg is not null and r.redeemed_at is null\n',
        replace: 'and r.kg is not null\n',
      },
      {
        fault: 'a claim waits for a lapsed purchase to be swept',
        find: 'p.id = r.purchase_id and p.expires_at > now()',
        replace: 'p.id = r.purchase_id',
      },
      {
        fault: 'a claim of another purchase pays',
        find: 'p.id = r.purchase_id and p.expires_at > now()',
        replace: 'p.id = r.purchase_id and p.expires_at < now()',
      },
      {
        fault: 'a reward is redeemed twice',
        find: 'and redeemed_at is null and lapsed_at is null\n   returning id',
        replace: 'and lapsed_at is null\n   returning id',
        equivalent: 'the trigger rewards_redemption_is_final refuses a second redemption',
      },
      {
        fault: 'a claim that is given back keeps its number',
        find: 'set claim_ends_at = null, recipient_phone = null, note = null',
        replace: 'set claim_ends_at = null',
        equivalent: 'the next claim writes number and note anew, and nothing reads them before',
      },
    ],
  },
  {
    file: 'features/reward-claims/claim-reward.ts',
    tests: [rewardsOf, loopholes],
    faults: [
      {
        fault: 'a badge is given away',
        find: 'reward.badge !== null && recipient.recipientPhone !== null',
        replace: 'reward.badge === undefined && recipient.recipientPhone !== null',
      },
      {
        fault: 'a reward is given to oneself as a gift',
        find: "  if (recipientPhone === ownPhone) return problem('own_number')\n",
        replace: '',
      },
      {
        fault: 'a claim’s note one longer than allowed',
        find: 'lengthOf(note) > noteMaxLength',
        replace: 'lengthOf(note) > noteMaxLength + 1',
      },
    ],
  },
  {
    file: 'features/reward-claims/unclaim-reward.ts',
    tests: [rewardsOf, loopholes],
    faults: [
      {
        fault: 'a redeemed reward is given back',
        find: "  if (reward.is_redeemed) return problem('already_redeemed')\n",
        replace: '',
      },
      {
        fault: 'a purchase under way goes on without its claim',
        find: 'if (found.purchase_id !== null) await releaseReservation',
        replace: 'if (found.purchase_id === null) await releaseReservation',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-queries.ts',
    tests: ['features/achievements/rewards/ring.test.ts'],
    faults: [
      {
        fault: 'two claims at once take more than was paid for',
        find: 'and kg is not null order by id for update`',
        replace: 'and kg is not null order by id`',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a lapsed reward keeps the number that it was for',
        find: ' or lapsed_at is not null)',
        replace: ')',
      },
      {
        fault: 'a reward that lapsed is there to be claimed',
        find: 'achievement_code = $3 and lapsed_at is null`',
        replace: 'achievement_code = $3`',
      },
      {
        fault: 'a refund takes what was redeemed',
        find: 'achievement_code = any($2::text[]) and redeemed_at is null\n',
        replace: 'achievement_code = any($2::text[])\n',
      },
      {
        fault: 'a refund takes the same reward of everybody',
        find: 'where passport_id = $1 and achievement_code = any($2::text[])',
        replace: 'where $1::uuid is not null and achievement_code = any($2::text[])',
      },
      {
        fault: 'a refund takes rewards that other purchases carry',
        find: 'where passport_id = $1 and achievement_code = any($2::text[])',
        replace: 'where passport_id = $1 and $2::text[] is not null',
      },
      {
        fault: 'a claim pays for a reward that lapsed with a refund',
        find: 'and r.lapsed_at is null and r.claim_ends_at > now()`',
        replace: 'and r.claim_ends_at > now()`',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-queries.ts',
    tests: [rewardsOf],
    faults: [
      {
        fault: 'a reward that the number had is withheld for ever',
        find: 'and w.perk = given.achievement_code and w.until > now())',
        replace: 'and w.perk = given.achievement_code)',
      },
    ],
  },
  {
    file: 'features/reward-claims/claim-reward.ts',
    tests: ['features/achievements/rewards/ring.test.ts'],
    faults: [
      {
        fault: 'a kilogram more than the first gift’s opens for nothing',
        find: 'const openKg = 2',
        replace: 'const openKg = 3',
      },
      {
        fault: 'a taken reward is refused for want of money',
        find: 'if (asked === undefined || asked.is_taken) return true',
        replace: 'if (asked === undefined) return true',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/redeem-rewards.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a reward that lapsed pays',
        find: 'is_redeemed || is_lapsed ?',
        replace: 'is_redeemed ?',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-table.ts',
    tests: ['features/achievements/rewards/reward-table.test.ts'],
    faults: [
      {
        fault: 'two achievements give one badge',
        find: "sdg_5: { badge: 'Goals' }",
        replace: "sdg_5: { badge: 'Explorer' }",
      },
      {
        fault: 'five friends give a kilogram less',
        find: 'gift_5: { kg: 5 }',
        replace: 'gift_5: { kg: 4 }',
      },
    ],
  },
  {
    file: 'features/reward-claims/reward-claims-routes.ts',
    tests: ['features/achievements/rewards/reward-loopholes.test.ts'],
    faults: [
      {
        fault: 'giving back is a repeat of the claim',
        find: "scopedKeyOf(request, 'unclaim')",
        replace: "scopedKeyOf(request, 'claim')",
      },
    ],
  },
  {
    file: 'features/reward-claims/unclaim-reward.ts',
    tests: ['features/achievements/rewards/reward-loopholes.test.ts'],
    faults: [
      {
        fault: 'a claim goes back beneath its purchase',
        find: "  if (reward.purchase_id !== null) return problem('in_progress', { retryAfterSeconds: 1 })\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-own-data.ts',
    tests: ['features/achievements/rewards/rewards.test.ts'],
    faults: [
      {
        fault: 'a given reward’s note is in nobody’s export',
        find: "'note', coalesce(r.note, p.note)",
        replace: "'note', r.note",
      },
      {
        fault: 'whom a reward went to is in nobody’s export',
        find: 'coalesce(r.recipient_phone, p.recipient_phone)',
        replace: 'r.recipient_phone',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/redeem-reward.ts',
    tests: ['features/reward-claims/web/redeem-reward.test.ts'],
    faults: [
      {
        fault: 'a claim that the server failed at stays',
        find: '|| error.status >= 500',
        replace: '|| error.status > 500',
      },
      {
        fault: 'a claim without an answer stays',
        find: '!(error instanceof ApiError) || error.status >= 500',
        replace: 'error instanceof ApiError && error.status >= 500',
      },
      {
        fault: 'the worldwide project is never asked for',
        find: 'return own[0] ?? (await ask(worldwide))[0]',
        replace: 'return own[0]',
      },
      {
        fault: 'a country without a featured project has no reward',
        find: 'error.status === 404',
        replace: 'error.status === 410',
      },
      {
        fault: 'a reward for somebody else is one’s own',
        find: 'is_gift: gift ? 1 : 0',
        replace: 'is_gift: 0',
      },
      {
        fault: 'the note of a given reward is lost',
        find: "message: gift?.note ?? ''",
        replace: "message: ''",
      },
      {
        fault: 'one’s own number as the receiver is told of the form',
        find: " || code === 'own_number' ? 'recipient'",
        replace: " ? 'recipient'",
      },
    ],
  },
  {
    file: 'features/reward-claims/web/claim-calls.ts',
    tests: ['features/reward-claims/web/redeem-reward.test.ts'],
    faults: [
      {
        fault: 'a claim is asked once more than it says',
        find: 'claimTurnsMax = 4',
        replace: 'claimTurnsMax = 5',
      },
      {
        fault: 'a given reward’s receiver is not told',
        find: '...(gift ? { telephone: gift.recipient, message: gift.note } : {}),',
        replace: '...(gift ? { message: gift.note } : {}),',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-queries.ts',
    tests: ['features/achievements/rewards/rewards.test.ts'],
    faults: [
      {
        fault: 'a reward that was given away looks kept',
        find: 'coalesce(p.is_gift, false) as is_gift',
        replace: 'false as is_gift',
      },
      {
        fault: 'whoever gives a claim back gives all back',
        find: 'recipient_phone = null, note = null where id = $1`',
        replace: 'recipient_phone = null, note = null where $1::uuid is not null`',
      },
    ],
  },
  {
    file: 'features/reward-claims/claim-reward.ts',
    tests: ['features/achievements/rewards/rewards.test.ts'],
    faults: [
      {
        fault: 'a claim’s note of the full length is refused',
        find: 'lengthOf(note) > noteMaxLength',
        replace: 'lengthOf(note) >= noteMaxLength',
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-own-data.ts',
    tests: ['features/own-data/erased-number.test.ts'],
    faults: [
      {
        fault: 'a claim of an erased person keeps whom it is for',
        find: 'await tx.run(eraseRewards, [passportId])',
        replace: 'await Promise.resolve([tx, passportId])',
      },
    ],
  },
]
