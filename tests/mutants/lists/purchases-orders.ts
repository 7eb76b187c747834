// Faults of orders: what is understood of them, what they may hold, and how often.
import type { FaultyFile } from '../fault.ts'

export const orderedPurchases: readonly FaultyFile[] = [
  {
    file: 'features/purchases/reserve/card-minimum.ts',
    tests: ['features/purchases/reserve/reserve-decision.test.ts'],
    faults: [
      {
        fault: 'kilograms that nobody can order are named',
        find: 'needed === null\n',
        replace: 'needed === 0\n',
      },
    ],
  },
  {
    file: 'values/money/card-number-check.ts',
    tests: ['features/purchases/purchases.test.ts'],
    faults: [
      {
        fault: 'a receiver whose number looks like a card’s gets no gift',
        find: "'card_token', 'telephone', ",
        replace: "'card_token', ",
      },
      {
        fault: 'a buyer whose number looks like a card’s buys nothing',
        find: "    if (name === 'from' && typeof value === 'string' && phonePattern.test(value)) continue\n",
        replace: '',
      },
      {
        fault: 'a card’s number in a name is said again',
        find: ' && !holdsCardNumber(field)',
        replace: '',
      },
      {
        fault: 'a card’s number as a field’s name passes',
        find: '  if (holdsCardNumber(name)) return way\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/hold-limits.ts',
    tests: ['features/purchases/reserve/reserve-decision.test.ts'],
    faults: [
      {
        fault: 'nothing is left is told as an amount',
        find: 'return restKg > 0 ? onlyLeft',
        replace: 'return restKg >= 0 ? onlyLeft',
      },
      {
        fault: 'a reward waits for abandoned holds',
        find: 'if (rewardId !== null || !isSpent) return null',
        replace: 'if (!isSpent) return null',
      },
      {
        fault: 'a reward is refused for kilograms that are held',
        find: '  if (rewardId !== null) return null\n  const openKg',
        replace: '  const openKg',
      },
      {
        fault: 'just as much as is allowed is refused',
        find: 'if (openKg + quantityKg > openKgMax)',
        replace: 'if (openKg + quantityKg >= openKgMax)',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/order.ts',
    tests: [
      'features/purchases/purchases.test.ts',
      'features/achievements/rewards/rewards.test.ts',
    ],
    faults: [
      {
        fault: 'a batch in capitals is none',
        find: 'batchId: batchId.toLowerCase()',
        replace: 'batchId',
      },
      {
        fault: 'an order without a method is paid by the wallet',
        find: "method: body.payment_method ?? 'card'",
        replace: "method: body.payment_method ?? 'wallet'",
      },
      {
        fault: 'a note of just 255 is too long',
        find: 'lengthOf(note) > noteMaxLength',
        replace: 'lengthOf(note) >= noteMaxLength',
      },
      {
        fault: 'a reward in capitals is none',
        find: "return (reward_id ?? '').toLowerCase()",
        replace: "return reward_id ?? ''",
      },
    ],
  },
  {
    file: 'features/purchases/reserve/purchase-limits.ts',
    tests: ['features/purchases/reserve/purchase-limits.test.ts'],
    faults: [
      {
        fault: 'who pays by wallet waits for the address’s cards',
        find: '  if (!asksCard(order)) return null\n  const wait',
        replace: '  const wait',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-queries.ts',
    tests: [
      'features/purchases/reserve/hold-limits.test.ts',
      'features/purchases/reserve/purchase-limits.test.ts',
    ],
    faults: [
      {
        fault: 'the wait counts from the newest hold',
        find: 'min(abandoned_at) + interval',
        replace: 'max(abandoned_at) + interval',
      },
      {
        fault: 'the wait is that of another batch',
        find: 'abandonedWaitSeconds: Math.min(',
        replace: 'abandonedWaitSeconds: Math.max(',
      },
      {
        fault: 'the wait counts from the newest purchase',
        find: 'min(created_at) + interval',
        replace: 'max(created_at) + interval',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-decision.ts',
    tests: ['features/purchases/reserve/reserve-decision.test.ts'],
    faults: [
      {
        fault: 'orders of one moment take of another currency’s wallet',
        find: ' &&\n        row.currency === part.walletCurrency',
        replace: '',
      },
      {
        fault: 'orders of one moment take of another programme’s wallet',
        find: '        row.programme_id === part.programmeId &&\n',
        replace: '',
      },
      {
        fault: 'a card pays at an old quote’s rate',
        find: "const quote = order.method === 'card' ? null : order.quote",
        replace: 'const quote = order.quote',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-together.ts',
    tests: [
      'features/purchases/reserve/purchase-limits.test.ts',
      'features/purchases/reserve/repeated-purchases.test.ts',
      'features/achievements/rewards/rewards.test.ts',
    ],
    faults: [
      {
        fault: 'a repeat counts in the hour',
        find: "    if (settled !== null) return settled\n    const refused = refusedByHour(request.order, recent) ?? request.refusal\n    if (refused !== null) return { kind: 'problem', problem: refused }\n",
        replace:
          "    const refused = refusedByHour(request.order, recent) ?? request.refusal\n    if (refused !== null) return { kind: 'problem', problem: refused }\n    if (settled !== null) return settled\n",
      },
      {
        fault: 'another body under a key of one moment waits',
        find: "claim: key.bodyHash.equals(first.bodyHash) ? 'running' : 'other_body'",
        replace: "claim: key.bodyHash.equals(first.bodyHash) ? 'running' : 'running'",
      },
      {
        fault: 'a reward’s reservation outlives ten minutes in words',
        find: 'expiresAt: endsAt !== null && endsAt < usualEnd ? endsAt : usualEnd',
        replace: 'expiresAt: endsAt ?? usualEnd',
      },
    ],
  },
]
