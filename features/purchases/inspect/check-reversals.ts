// What the ledger holds of purchases that were taken back, beside what their records say.
import { takingStates } from '#features/purchases/reversal-state.ts'
import { sqlReversal, sqlState, sqlTakenBack } from '#features/purchases/state-sql.ts'
import { moneyBalances } from '#ledger/check-money.ts'
import { comparison } from '#ledger/comparison.ts'

const giving = `(${takingStates.map(sqlReversal).join(', ')})`

/** The balance of an account by currency, against what reversals sum up to. */
function reversalsAgainst(name: string, account: string, amount: string, condition: string) {
  return comparison(
    name,
    `select '${account} ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       -coalesce(m.amount, 0)
     from (select p.currency::text as currency, sum(${amount})::bigint as amount
       from purchases p join purchase_reversals r on r.purchase_id = p.id
       where ${condition} group by 1 having sum(${amount}) <> 0) p
     full join (select * from (${moneyBalances}) all_money where account = '${account}'
       and amount <> 0) m on m.currency = p.currency`,
  )
}

export const reversalSums = {
  'goodwill is what was given back for kilograms that stay': reversalsAgainst(
    'goodwill',
    'goodwill',
    `r.refunded_minor + r.due_minor
       + case when r.wallet_returned_at is null then 0 else p.wallet_minor end`,
    `not ${sqlTakenBack()}`,
  ),
  'chargebacks are the disputes that were lost': reversalsAgainst(
    'chargebacks',
    'chargebacks',
    'r.lost_minor',
    'true',
  ),
  'wallet money that went back is what was taken': comparison(
    'wallets-returned',
    `select p.tx_id || ' ' || w.programme_id || ' ' || w.wallet_currency,
       case when r.wallet_returned_at is null then 0 else w.wallet_minor end,
       coalesce((select sum(m.amount_minor) from money_postings m where m.purchase_id = p.id
         and m.currency = w.wallet_currency
         and m.destination = 'wallet:' || w.passport_id || ':' || w.programme_id), 0)::bigint
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     left join purchase_reversals r on r.purchase_id = p.id
     where p.state = ${sqlState('COMPLETED')}`,
  ),
  'disputes that were lost are those of their purchases': comparison(
    'disputes',
    `select 'disputes ' || r.purchase_id, r.lost_minor,
       coalesce((select sum(d.amount_minor) from card_disputes d
         where d.purchase_id = r.purchase_id and d.outcome = 'lost'), 0)::bigint
     from purchase_reversals r`,
  ),
  'a whole reversal gives back the whole card part': comparison(
    'whole-reversals',
    `select p.tx_id, case when p.reversal in ${giving} then p.card_minor
         else least(p.card_minor, r.refunded_minor + r.lost_minor + r.due_minor) end,
       least(p.card_minor, r.refunded_minor + r.lost_minor + r.due_minor)
     from purchases p join purchase_reversals r on r.purchase_id = p.id`,
  ),
} as const
