// What a purchase under way keeps: kilograms of a batch and money of wallets. One type and the two
// updates of balance rows that reserve, complete and release share.
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

/** What one wallet pays: `walletMinor` leaves it in its own currency and counts as `paidMinor`. */
export type WalletPart = {
  readonly programmeId: string
  readonly walletCurrency: string
  readonly walletMinor: number
  /** In the buyer's currency. */
  readonly paidMinor: number
  /** The part of `walletMinor`, at most 1, that only rounding up took (contract 6). */
  readonly roundingMinor: number
}

export type Hold = {
  readonly purchaseId: string
  readonly batchId: string
  readonly buyerId: string
  readonly quantityKg: number
  readonly walletParts: readonly WalletPart[]
  /** What the rewards account pays, in the batch's currency, or null where the buyer does. */
  readonly reward: { readonly currency: string; readonly amountMinor: number } | null
}

type StockChange = { readonly batchId: string; readonly kg: number }
const stockChange = givenRows<StockChange>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  kg: ['int8', ({ kg }) => kg],
})
const moveAvailable = statement(
  'move-available',
  {},
  `update batch_stock s set available_kg = s.available_kg + sums.kg
   from (select batch_id, sum(kg)::bigint as kg from ${stockChange.rows} group by batch_id) sums
   where s.batch_id = sums.batch_id`,
)
type WalletChange = {
  readonly buyerId: string
  readonly part: WalletPart
  readonly balanceMinor: number
  readonly heldMinor: number
}
const walletChange = givenRows<WalletChange>({
  passport_id: ['uuid', ({ buyerId }) => buyerId],
  programme_id: ['text', ({ part }) => part.programmeId],
  currency: ['text', ({ part }) => part.walletCurrency],
  balance_minor: ['int8', ({ balanceMinor }) => balanceMinor],
  held_minor: ['int8', ({ heldMinor }) => heldMinor],
})
const moveWallets = statement(
  'move-wallets',
  {},
  `update wallets w set balance_minor = w.balance_minor + sums.balance_minor,
     held_minor = w.held_minor + sums.held_minor
   from (select passport_id, programme_id, currency, sum(balance_minor)::bigint as balance_minor,
       sum(held_minor)::bigint as held_minor
     from ${walletChange.rows} group by passport_id, programme_id, currency) sums
   where w.passport_id = sums.passport_id and w.programme_id = sums.programme_id
     and w.currency = sums.currency`,
)

type Direction = -1 | 0 | 1

/**
 * Takes the kg of holds from what a batch has available (-1), or gives them back (1); the caller
 * holds the locks.
 */
export async function moveHeldStock(
  tx: Transaction,
  holds: readonly Hold[],
  change: -1 | 1,
): Promise<void> {
  const changes = holds.map(({ batchId, quantityKg }) => ({ batchId, kg: quantityKg * change }))
  await tx.run(moveAvailable, stockChange.values(changes))
}

/** Moves the money of holds between a wallet's balance and its held part. */
export async function moveHeldMoney(
  tx: Transaction,
  holds: readonly Hold[],
  change: { readonly balance: Direction; readonly held: Direction },
): Promise<void> {
  const changes = holds.flatMap(({ buyerId, walletParts }) =>
    walletParts.map((part) => ({
      buyerId,
      part,
      balanceMinor: part.walletMinor * change.balance,
      heldMinor: part.walletMinor * change.held,
    })),
  )
  if (changes.length > 0) await tx.run(moveWallets, walletChange.values(changes))
}
