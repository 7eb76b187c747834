// Declares the SQL of refunds in part. Before a write, the caller must lock the purchase.
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

/** The newest kilograms of a purchase, as places of its batch. */
export type NewestPlaces = {
  readonly batchId: string
  readonly firstPlace: number
  readonly lastPlace: number
  /** The purchase's last posting of money before they go back. */
  readonly previousPostingId: number
}

/**
 * SQL of the last posting of a purchase's money, 0 if there is none. Receipts post their tax without the purchase's lock,
 * so those postings do not count.
 */
const sqlLastPosting = (purchaseId: string) => `coalesce((select max(m.id) from money_postings m
   where m.purchase_id = ${purchaseId} and m.source not like 'tax:%' and m.destination not like 'tax:%'), 0)`

/**
 * Takes a shared lock on the purchase's batch, so that a concurrent retirement or replacement waits. Returns the last
 * place that the purchase has, whether a registry took back any of its kilograms, and its last posting of money.
 */
const lockNewest = statement(
  'lock-newest-places',
  { batch_id: 'uuid', last_place: 'int8', is_replaced: 'bool', last_posting_id: 'int8' },
  `select b.id as batch_id, p.first_place + p.quantity_kg - p.refunded_kg - 1 as last_place,
     exists (select from purchase_places w where w.purchase_id = p.id) as is_replaced,
     ${sqlLastPosting('p.id')} as last_posting_id
   from purchases p join batches b on b.id = p.batch_id where p.id = $1 for share of b`,
).row<[purchaseId: string], Transaction>()

const findRetired = statement(
  'is-any-place-retired',
  { is_retired: 'bool' },
  `select exists (select from retired_places r where r.batch_id = $1
     and r.first_place <= $3 and r.last_place >= $2) as is_retired`,
).row<[batchId: string, firstPlace: number, lastPlace: number], Transaction>()

/**
 * Locks the batch and returns the newest `kg` places, which are neither retired nor replaced. Otherwise returns the
 * reason.
 */
export async function lockNewestPlaces(
  tx: Transaction,
  purchaseId: string,
  kg: number,
): Promise<NewestPlaces | 'replaced' | 'retired'> {
  const newest = await lockNewest(tx, purchaseId)
  if (newest === null) throw new Error('a purchase vanished')
  if (newest.is_replaced) return 'replaced'
  const { batch_id: batchId, last_place: lastPlace, last_posting_id: previousPostingId } = newest
  const firstPlace = lastPlace - kg + 1
  const retired = await findRetired(tx, batchId, firstPlace, lastPlace)
  return retired?.is_retired === true
    ? 'retired'
    : { batchId, firstPlace, lastPlace, previousPostingId }
}

const findWallets = statement(
  'find-wallets-of-parts',
  {
    part: 'int4',
    programme_id: 'text',
    wallet_currency: 'bpchar',
    wallet_minor: 'int8',
    paid_minor: 'int8',
    rounding_minor: 'int8',
  },
  `select part, programme_id, wallet_currency, wallet_minor, paid_minor, rounding_minor
   from refund_part_wallets where purchase_id = $1 order by part, programme_id, wallet_currency`,
).rows<[purchaseId: string], Transaction>()

/** Returns what went back to wallets with each part. */
export async function findReturnedWallets(tx: Transaction, purchaseId: string) {
  const rows = await findWallets(tx, purchaseId)
  return rows.map((row) => ({
    part: row.part,
    programmeId: row.programme_id,
    walletCurrency: row.wallet_currency,
    walletMinor: row.wallet_minor,
    paidMinor: row.paid_minor,
    roundingMinor: row.rounding_minor,
  }))
}

const insertPart = statement(
  'insert-refund-part',
  { part: 'int4' },
  `insert into refund_parts (purchase_id, part, kg, card_minor, previous_posting_id, posting_id)
   select $1, 1 + coalesce((select max(part) from refund_parts where purchase_id = $1), 0), $2, $3,
     $4, ${sqlLastPosting('$1')} returning part`,
).row<[purchaseId: string, kg: number, cardMinor: number, previousPostingId: number], Transaction>()

const walletRows = unnestRows<WalletPart>({
  programme_id: ['text', ({ programmeId }) => programmeId],
  wallet_currency: ['text', ({ walletCurrency }) => walletCurrency],
  wallet_minor: ['int8', ({ walletMinor }) => walletMinor],
  paid_minor: ['int8', ({ paidMinor }) => paidMinor],
  rounding_minor: ['int8', ({ roundingMinor }) => roundingMinor],
})
const insertWallets = statement(
  'insert-refund-part-wallets',
  {},
  `insert into refund_part_wallets (${walletRows.names}, purchase_id, part)
   select ${walletRows.names}, $6, $7 from ${walletRows.rows}`,
)

/** Writes a part, after its postings. */
export async function writePart(
  tx: Transaction,
  purchaseId: string,
  part: {
    readonly kg: number
    readonly cardMinor: number
    readonly walletParts: readonly WalletPart[]
  },
  previousPostingId: number,
): Promise<void> {
  const row = await insertPart(tx, purchaseId, part.kg, part.cardMinor, previousPostingId)
  if (row === null) throw new Error('a part was not written')
  await tx.run(insertWallets, [...walletRows.values(part.walletParts), purchaseId, row.part])
}
