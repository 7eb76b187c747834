// Lists a passport's purchases and gifts, newest first, in pages. A page has limited numbers of purchases
// and of tokens.

import { readMonthSums } from '#features/activity/month-sums.ts'
import {
  allTokensOf,
  firstToken,
  lastToken,
  retiredKgOf,
  type Segments,
  segmentsOf,
  tokenRangesOf,
} from '#features/activity/place-segments.ts'
import type { ActivityEntry, RefundStatus } from '#features/purchases/activity-calls.ts'
import { senderName } from '#features/purchases/notify/purchase-texts.ts'
import {
  isRefundStage,
  isTakenBack,
  reversalStageOf,
} from '#features/purchases/states/reversal-state.ts'
import { isCompleted, type ListedState, wireStateOf } from '#features/purchases/states/state.ts'
import type { Db } from '#platform/database/database.ts'
import { microsToUnits, minorToUnits } from '#values/money/money.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { type ActivityRow, findActivity } from './activity-queries.ts'

/** Default number of purchases on a page (docs/product.md#activity). */
const defaultLimit = 100
/** A page ends before this number of tokens, but has at least one purchase. */
const pageMaxTokens = 20_000

export type ActivityPage = {
  readonly entries: readonly ActivityEntry[]
  /** The next page's cursor, or null at the end. */
  readonly nextCursor: string | null
}

export async function listActivity(
  db: Db,
  passportId: string,
  page: {
    readonly beforeId: string | null
    readonly limit: number | undefined
    readonly withTokens: boolean
    /** Time zone of the months' sums. Undefined omits the sums. */
    readonly timeZone: string | undefined
  },
): Promise<ActivityPage> {
  const limit = page.limit ?? defaultLimit
  const purchases = await findActivity(db, passportId, page.beforeId, limit + 1)
  const rows: ActivityRow[] = []
  let tokens = 0
  for (const row of purchases.slice(0, limit)) {
    tokens += page.withTokens && row.first_place !== null ? row.quantity_kg : 0
    if (tokens >= pageMaxTokens && rows.length > 0) break
    rows.push(row)
  }
  const sumsFor = await monthSumsReader(db, passportId, rows, page.timeZone)
  const entries = rows.map((row) => ({
    ...entryOf(row, passportId, page.withTokens),
    ...(sumsFor === undefined ? {} : { month: sumsFor(row.created_at) }),
  }))
  return { entries, nextCursor: rows.length < purchases.length ? (rows.at(-1)?.id ?? null) : null }
}

/** Returns a function from a time on the page to its month's sums, or undefined without a time zone. */
async function monthSumsReader(
  db: Db,
  passportId: string,
  rows: readonly ActivityRow[],
  timeZone: string | undefined,
) {
  if (timeZone === undefined || rows.length === 0) return undefined
  const moments = rows.map(({ created_at }) => created_at)
  return readMonthSums(db, passportId, moments, timeZone)
}

function entryOf(row: ActivityRow, passportId: string, withTokens: boolean): ActivityEntry {
  const isBuyer = row.buyer_id === passportId
  const status = statusOf(row, isBuyer)
  const segments = segmentsOfRow(row)
  return {
    tx_id: row.tx_id,
    created_at: row.created_at.toISOString(),
    amount: microsToUnits(row.price_micros),
    currency: row.batch_currency,
    status,
    kg: row.quantity_kg,
    ...(row.refunded_kg > 0 ? { refunded_kg: row.refunded_kg } : {}),
    // The price is hidden from the receiver of a gift.
    total: isBuyer ? minorToUnits(row.total_minor) : 0,
    total_currency: row.currency,
    ...kilogramsOf(row, segments),
    ...tokensOf(segments, withTokens),
    project_id: row.project_id,
    project_name: row.project_name,
    project_shown_name: row.project_shown_name,
    project_scene: row.project_scene,
    project_country: row.project_country,
    project_type: row.project_type,
    is_gift: row.is_gift,
    is_reward: row.is_reward,
    from_user:
      row.is_gift && !isBuyer
        ? (senderName([row.from_name, row.buyer_nickname, row.buyer_first_name], row.buyer_phone) ??
          'Somebody')
        : null,
    ...(row.is_gift && isBuyer ? sentGiftOf(row) : {}),
    ...(row.is_gift && !isBuyer ? receivedGiftOf(row) : {}),
    note: row.note,
    batch_serial_number: segments?.present[0]?.serial ?? row.serial_number,
    payment_source: paymentSourceOf(row),
    ...(isBuyer && hasRefund(row) ? { refund_status: refundStatusOf(row) } : {}),
    ...(isBuyer && row.has_credit_note ? { has_credit_note: true } : {}),
    ...(status === 'PENDING' ? { expires_at: row.expires_at.toISOString() } : {}),
    ...(status === 'EXPIRED' ? { is_cancelled: row.is_cancelled } : {}),
  }
}

/** Returns the fields that only the receiver of a gift sees. */
function receivedGiftOf({ is_thanked, received_at, opened_at }: ActivityRow) {
  return {
    is_thanked,
    received_at: received_at?.toISOString() ?? null,
    opened_at: opened_at?.toISOString() ?? null,
  }
}

/** Returns the state on the wire. Only the buyer sees `DISPUTED` (docs/product.md#purchase-states). */
function statusOf(row: ActivityRow, isBuyer: boolean): ListedState {
  const reversal = reversalStageOf(row)
  if (isBuyer && reversal === 'disputed') return 'DISPUTED'
  return wireStateOf(row.state, row.is_over, reversal)
}

/**
 * Returns true if the purchase has a refund: a completed one that was taken back or refunded in part, or an uncompleted one whose
 * card was charged.
 */
function hasRefund(row: ActivityRow): boolean {
  const stage = reversalStageOf(row)
  return isCompleted(row) ? isTakenBack(stage) || row.refunded_kg > 0 : isRefundStage(stage)
}

/**
 * Returns the state of the refund. `owed` means that a bank returned the amount of a dispute, which the
 * product has not yet refunded.
 */
function refundStatusOf(row: ActivityRow): RefundStatus {
  const { reversal, is_refund_pending, is_part_failed, part_due_minor } = row
  if (is_part_failed) return 'failed'
  const isPart = isCompleted(row) && !isTakenBack(reversalStageOf(row))
  if (isPart) return part_due_minor > 0 || is_refund_pending ? 'on_its_way' : 'paid'
  if (reversal === 'refund_failed') return 'failed'
  if (reversal === 'reinstated') return 'owed'
  return reversal === 'refunded' && !is_refund_pending ? 'paid' : 'on_its_way'
}

/** Returns the segments of a purchase, or null before its completion. */
function segmentsOfRow({ first_place, ...row }: ActivityRow): Segments | null {
  const quantity_kg = row.quantity_kg - row.refunded_kg
  return first_place === null ? null : segmentsOf({ ...row, quantity_kg, first_place })
}

/** Returns the unretired and the retired kilograms. Both are 0 if the purchase was taken back. */
function kilogramsOf(row: ActivityRow, segments: Segments | null) {
  if (segments === null || isTakenBack(reversalStageOf(row))) {
    return { allocated_kg: 0, retired_kg: 0 }
  }
  const retired_kg = retiredKgOf(segments.present)
  return { allocated_kg: row.quantity_kg - row.refunded_kg - retired_kg, retired_kg }
}

/**
 * Returns all tokens or, without `withTokens`, the first and the last token id. Adds the replaced ranges if a
 * registry took kilograms back.
 */
function tokensOf(segments: Segments | null, withTokens: boolean) {
  const { present, replaced } = segments ?? { present: [], replaced: [] }
  const ranges = { former: tokenRangesOf(replaced), present: tokenRangesOf(present) }
  const replacement = replaced.length === 0 ? {} : { replacement: ranges }
  if (!withTokens) {
    return { first_token: firstToken(present), last_token: lastToken(present), ...replacement }
  }
  if (replaced.length === 0) return { tokens: allTokensOf(present) }
  const replaced_tokens = allTokensOf(replaced).map(({ id }) => ({ id }))
  return { tokens: allTokensOf(present), replaced_tokens, ...replacement }
}

/**
 * Returns the receiver of a sent gift and the day on which it will arrive. If it is completed, also whether it was
 * received and thanked for.
 */
function sentGiftOf(row: ActivityRow) {
  const { recipient_phone, recipient_name, received_at, deliver_on, is_thanked } = row
  const isReceived = received_at !== null
  const receiver = {
    to_user: recipient_phone === null ? null : maskPhone(recipient_phone),
    to_name: recipient_name,
  }
  if (isTakenBack(reversalStageOf(row))) return receiver
  const sent = deliver_on === null ? receiver : { ...receiver, deliver_on }
  if (!isCompleted(row)) return sent
  return {
    ...sent,
    gift_status: isReceived ? ('received' as const) : ('waiting' as const),
    ...(isReceived ? { is_thanked } : {}),
  }
}

function paymentSourceOf(row: ActivityRow): ActivityEntry['payment_source'] {
  if (row.is_reward) return 'reward'
  if (row.card_minor === 0) return 'wallet'
  return row.wallet_minor === 0 ? 'card' : 'wallet+card'
}
