// What a purchase under way keeps: kilograms of a batch and money of wallets. One type and the two
// updates of balance rows that reserve, complete and release share.
import type { Db } from '#server/database.ts'
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

const moveStock = statement(
  'move-stock',
  { batch_id: 'uuid', sold_before_kg: 'int8' },
  `update batch_stock s set available_kg = s.available_kg + d.available_kg,
     held_kg = s.held_kg + d.held_kg, sold_kg = s.sold_kg + d.sold_kg
   from (select batch_id, sum(available_kg)::bigint as available_kg, sum(held_kg)::bigint as held_kg,
       sum(sold_kg)::bigint as sold_kg
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[])
       as given (batch_id, available_kg, held_kg, sold_kg) group by batch_id) d
   where s.batch_id = d.batch_id
   returning s.batch_id, old.sold_kg as sold_before_kg`,
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
 * Moves the kg of holds between available, held and sold; the caller holds the locks. Answers how
 * many kg of each batch had been sold before.
 */
export async function moveHeldStock(
  tx: Db,
  holds: readonly Hold[],
  change: { readonly available: Direction; readonly held: Direction; readonly sold: Direction },
): Promise<Map<string, number>> {
  const rows = await tx.run(moveStock, [
    holds.map((hold) => hold.batchId),
    holds.map((hold) => hold.quantityKg * change.available),
    holds.map((hold) => hold.quantityKg * change.held),
    holds.map((hold) => hold.quantityKg * change.sold),
  ])
  return new Map(rows.map((row) => [row.batch_id, row.sold_before_kg]))
}

/** Moves the money of holds between a wallet's balance and its held part. */
export async function moveHeldMoney(
  tx: Db,
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

/**
 * The first place of each hold that is sold, by purchase id: places of a batch follow each other in
 * the order of `holds`, from what had been sold before.
 */
export function placesOf(
  holds: readonly Pick<Hold, 'purchaseId' | 'batchId' | 'quantityKg'>[],
  soldBefore: ReadonlyMap<string, number>,
): Map<string, number> {
  const next = new Map(soldBefore)
  const places = new Map<string, number>()
  for (const { purchaseId, batchId, quantityKg } of holds) {
    const sold = next.get(batchId)
    if (sold === undefined) throw new Error(`batch ${batchId} has no stock row`)
    places.set(purchaseId, sold + 1)
    next.set(batchId, sold + quantityKg)
  }
  return places
}
