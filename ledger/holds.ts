// What a purchase under way keeps: kilograms of a batch and money of wallets. One type and the two
// updates of balance rows that reserve, complete and release share.
import type { Transaction } from '#server/database.ts'
import { statement } from '#server/statement.ts'

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

const moveAvailable = statement(
  'move-available',
  {},
  `update batch_stock s set available_kg = s.available_kg + d.kg
   from (select batch_id, sum(kg)::bigint as kg from unnest($1::uuid[], $2::bigint[])
       as given (batch_id, kg) group by batch_id) d
   where s.batch_id = d.batch_id`,
)
const moveWallets = statement(
  'move-wallets',
  {},
  `update wallets w set balance_minor = w.balance_minor + d.balance_minor,
     held_minor = w.held_minor + d.held_minor
   from (select passport_id, programme_id, currency, sum(balance_minor)::bigint as balance_minor,
       sum(held_minor)::bigint as held_minor
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
       as given (passport_id, programme_id, currency, balance_minor, held_minor)
     group by passport_id, programme_id, currency) d
   where w.passport_id = d.passport_id and w.programme_id = d.programme_id
     and w.currency = d.currency`,
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
  await tx.run(moveAvailable, [
    holds.map((hold) => hold.batchId),
    holds.map((hold) => hold.quantityKg * change),
  ])
}

/** Moves the money of holds between a wallet's balance and its held part. */
export async function moveHeldMoney(
  tx: Transaction,
  holds: readonly Hold[],
  change: { readonly balance: Direction; readonly held: Direction },
): Promise<void> {
  const parts = holds.flatMap(({ buyerId, walletParts }) =>
    walletParts.map((part) => ({ buyerId, ...part })),
  )
  if (parts.length === 0) return
  await tx.run(moveWallets, [
    parts.map((part) => part.buyerId),
    parts.map((part) => part.programmeId),
    parts.map((part) => part.walletCurrency),
    parts.map((part) => part.walletMinor * change.balance),
    parts.map((part) => part.walletMinor * change.held),
  ])
}
