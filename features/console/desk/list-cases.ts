// Lists the cases of the desk: open disputes, fraud warnings, and refunds that are owed, failed or under way.
import { shownPersonOf } from '#features/console/shown-person.ts'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Problem } from '#values/problem.ts'
import { type CaseKind, caseKinds, type DeskCase } from './desk-calls.ts'
import { nextStepOf } from './next-step.ts'
import { readPurchaseMessages } from './read-purchase-messages.ts'

/** Days after which a refund that is pending at the bank hangs, as in deploy/monitoring/alerts.yaml. */
export const pendingMaxDays = 10

/** SQL condition: the refund of row `r` of `purchase_reversals` hangs at the bank. */
export const sqlHangs = (r: string) =>
  `${r}.pending_since < now() - interval '${pendingMaxDays} days'`

/** SQL of a case's rank: that of its kind, most urgent first. */
const sqlRank = `array_position(array['${caseKinds.join("', '")}'], kind)`

const caseColumns = {
  id: 'text',
  kind: caseKinds,
  purchase_id: 'uuid',
  tx_id: 'text',
  buyer_id: 'uuid',
  first_name: 'text?',
  last_name: 'text?',
  nickname: 'text?',
  phone: 'text?',
  is_card_paid: 'bool',
  since: 'timestamptz',
  due_at: 'timestamptz?',
  amount_minor: 'int8',
  currency: 'text',
  provider_id: 'text?',
  detail: 'text?',
  evidence_at: 'timestamptz?',
  evidence_by: 'text?',
} as const

/** SQL of the cases without their purchases. Each part reads an index of few rows. */
const sqlCases = `select 'dispute:' || d.id as id,
       case when d.status like '%needs_response' then 'dispute' else 'dispute_at_bank' end as kind,
       d.purchase_id, d.opened_at as since, d.due_at, d.amount_minor, d.currency::text as currency,
       d.id as provider_id, concat_ws(', ', d.reason, d.status) as detail
     from disputes d where d.outcome = 'open'
   union all
   select 'fraud_warning:' || f.id, 'fraud_warning', f.purchase_id, f.warned_at, null, p.card_minor,
       p.currency::text, f.id, f.kind
     from fraud_warnings f join purchases p on p.id = f.purchase_id
     where f.warned_at > now() - make_interval(days => ${warningHoldDays})
       and p.reversal = ${sqlReversal('none')}
   union all
   select 'refund:' || p.id, p.reversal, p.id, coalesce(r.stage_since, p.created_at), null,
       coalesce(r.due_minor, p.card_minor), p.currency::text, p.card_payment_id, null
     from purchases p left join purchase_reversals r on r.purchase_id = p.id
     where p.reversal in (${sqlReversal('refund_failed')}, ${sqlReversal('reinstated')})
   union all
   select 'refund:' || p.id, ${sqlReversal('refund_failed')}, p.id, r.stage_since, null, r.due_minor,
       p.currency::text, p.card_payment_id, 'of a refund in part'
     from purchase_reversals r join purchases p on p.id = r.purchase_id where r.is_part_failed
   union all
   select 'refund:' || p.id, case when ${sqlHangs('r')} then 'refund_pending' else 'refund_under_way' end,
       p.id, coalesce(r.pending_since, r.stage_since, p.created_at), null,
       coalesce(r.due_minor, p.card_minor), p.currency::text, p.card_payment_id,
       case when r.pending_since is not null then 'pending at the bank' end
     from purchases p left join purchase_reversals r on r.purchase_id = p.id
     where p.reversal = ${sqlReversal('refunding')}`

const findCases = statement(
  'console-cases',
  caseColumns,
  `with ranked as materialized (
     select *, ${sqlRank} as rank, coalesce(due_at, since) as at from (${sqlCases}) cases
     where ($1::text is null or kind = $1) and ($2::uuid is null or purchase_id = $2))
   select c.id, c.kind, c.purchase_id, p.tx_id, p.buyer_id, b.first_name, b.last_name, b.nickname, b.phone,
     p.card_minor > 0 as is_card_paid, c.since, c.due_at, c.amount_minor, c.currency, c.provider_id, c.detail,
     e.at as evidence_at, e.by_name as evidence_by
   from ranked c join purchases p on p.id = c.purchase_id join passports b on b.id = p.buyer_id
     left join lateral (select a.at, a.by_name from audit_trail a
       where a.about @> array[p.tx_id] and split_part(a.command, ' --', 1) = 'purchases evidence'
         and a.outcome in ('done', 'started') order by a.id desc limit 1) e on true
   where $3::text is null or (c.rank, c.at, c.id) > (select rank, at, id from ranked where id = $3)
   order by c.rank, c.at, c.id limit $4`,
).rows<[kind: CaseKind | null, purchaseId: string | null, after: string | null, limit: number]>()

type CasesQuery = PageQuery & { readonly kind?: CaseKind | undefined }

/** Returns a page, most urgent first. Problem: `bad_request` for an invalid key. */
export async function listCases(
  db: Db,
  query: CasesQuery,
  nowMs: number,
): Promise<ConsolePage<DeskCase> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, kind = null } = query
  const rows = await findCases(db, kind, null, after, limit + 1)
  const page = consolePageOf(rows, limit, ({ id }) => id)
  return { rows: await casesOnWire(db, page.rows, nowMs), next: page.next }
}

/** Maximum number of cases of one purchase. */
const ofPurchaseMax = 100

/** Returns the cases of one purchase, most urgent first. */
export async function listCasesOf(db: Db, purchaseId: string, nowMs: number): Promise<DeskCase[]> {
  return casesOnWire(db, await findCases(db, null, purchaseId, null, ofPurchaseMax), nowMs)
}

async function casesOnWire(
  db: Db,
  rows: readonly RowOf<typeof findCases>[],
  nowMs: number,
): Promise<DeskCase[]> {
  const ids = [...new Set(rows.map(({ purchase_id }) => purchase_id))]
  const messages = ids.length === 0 ? new Map() : await readPurchaseMessages(db, ids)
  return rows.map((row) => {
    const { kind, due_at: dueAt, evidence_at, evidence_by, is_card_paid: isCardPaid } = row
    const hasEvidence = evidence_at !== null
    return {
      id: row.id,
      kind,
      tx_id: row.tx_id,
      buyer_id: row.buyer_id,
      buyer: shownPersonOf(row),
      since: row.since.toISOString(),
      due_at: dueAt?.toISOString() ?? null,
      amount: minorToUnits(row.amount_minor),
      currency: row.currency,
      provider_id: row.provider_id,
      detail: row.detail,
      evidence:
        evidence_at === null || evidence_by === null
          ? null
          : { at: evidence_at.toISOString(), by: evidence_by },
      next: nextStepOf({ kind, dueAt, hasEvidence, isCardPaid }, nowMs),
      messages: messages.get(row.purchase_id) ?? [],
    }
  })
}
