// Compares the ledger with the records of refunds and disputes.
import { owedStates, takingStates } from '#features/purchases/states/reversal-state.ts'
import { sqlReversal, sqlState, sqlTakenBack } from '#features/purchases/states/state-sql.ts'
import { moneyBalances } from '#ledger/check-money.ts'
import { comparison } from '#ledger/comparison.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'

const owingStates = `(${[...owedStates, 'refunding' as const].map(sqlReversal).join(', ')})`
const takenStates = `(${takingStates.map(sqlReversal).join(', ')})`

const completed = sqlState('COMPLETED')
/** SQL of the card money and of the wallets' money that the refunds in part of `p` returned, with its reversal `r`. */
export const sqlPartCard = `least(r.refunded_minor + r.due_minor + r.paid_minor - r.reinstated_minor
    - r.overpaid_minor, r.part_minor)`
export const sqlPartWallets = `coalesce((select sum(f.paid_minor) from refund_part_wallets f
    where f.purchase_id = p.id), 0)`
/** SQL of the card amount that was refunded, taken by a bank, owed or paid in another way. */
const returnedAmount = 'r.refunded_minor + r.lost_minor + r.due_minor + r.paid_minor'

/** Returns SQL that compares an account's balance in each currency with a sum over reversals. */
function compareReversals(account: string, amount: string) {
  return `select '${account} ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
     -coalesce(m.amount, 0)
   from (select p.currency::text as currency, sum(${amount})::bigint as amount
     from purchases p join purchase_reversals r on r.purchase_id = p.id
     group by 1 having sum(${amount}) <> 0) p
   full join (select * from (${moneyBalances}) all_money where account = '${account}'
     and amount <> 0) m on m.currency = p.currency`
}

export const reversalSums = {
  'goodwill is what was given back for kilograms that stay, or twice': comparison(
    'goodwill',
    compareReversals(
      'goodwill',
      `case when ${sqlTakenBack()} or p.state <> ${completed} then r.overpaid_minor
       else r.refunded_minor + r.due_minor + r.paid_minor - r.reinstated_minor - ${sqlPartCard}
         + case when r.wallet_returned_at is null then 0 else p.wallet_minor - ${sqlPartWallets} end end`,
    ),
  ),
  'chargebacks are the disputes that were lost, and what was reinstated': comparison(
    'chargebacks',
    compareReversals(
      'chargebacks',
      `case when p.state = ${completed} then r.lost_minor + r.reinstated_minor
       else ${returnedAmount} - r.overpaid_minor - p.card_minor end`,
    ),
  ),
  'wallet money that went back is what was taken': comparison(
    'wallets-returned',
    `select p.tx_id || ' ' || w.programme_id || ' ' || w.wallet_currency,
       case when r.wallet_returned_at is null then coalesce((select sum(f.wallet_minor)
           from refund_part_wallets f where f.purchase_id = p.id and f.programme_id = w.programme_id
             and f.wallet_currency = w.wallet_currency), 0)::bigint
         else w.wallet_minor end,
       coalesce((select sum(m.amount_minor) from money_postings m where m.purchase_id = p.id
         and m.currency = w.wallet_currency
         and m.destination = 'wallet:' || w.passport_id || ':' || w.programme_id), 0)::bigint
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     left join purchase_reversals r on r.purchase_id = p.id
     where p.state = ${completed}`,
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
    `select p.tx_id, case when p.reversal in ${takenStates} then p.card_minor
         else least(p.card_minor, ${returnedAmount}) end,
       least(p.card_minor, ${returnedAmount})
     from purchases p join purchase_reversals r on r.purchase_id = p.id`,
  ),
  'nothing is owed but while a refund is under way, failed or was reinstated': comparison(
    'owed-reversals',
    `select p.tx_id, case when p.reversal in ${owingStates} then 1
         when p.reversal in (${sqlReversal('none')}, ${sqlReversal('disputed')})
           and r.part_minor > r.refunded_minor + r.lost_minor + r.paid_minor then 1
         else 0 end::bigint,
       (r.due_minor > 0)::int::bigint
     from purchases p join purchase_reversals r on r.purchase_id = p.id`,
  ),
  'what was paid in another way is what payments say': comparison(
    'refund-payments',
    `select 'paid ' || r.purchase_id, r.paid_minor,
       coalesce((select sum(f.amount_minor) from refund_payments f
         where f.purchase_id = r.purchase_id), 0)::bigint
     from purchase_reversals r`,
  ),
  'payments of refunds left refunds_due for a wallet or the bank': comparison(
    'refund-payment-postings',
    `select 'paid ' || f.purchase_id || ' ' || f.way, sum(f.amount_minor)::bigint,
       coalesce((select sum(m.amount_minor) from money_postings m
         where m.purchase_id = f.purchase_id and m.source = 'refunds_due' and m.destination =
           case f.way when 'wallet' then 'programme:${refundsProgramme.id}' else 'bank' end), 0)::bigint
     from refund_payments f group by f.purchase_id, f.way`,
  ),
} as const
