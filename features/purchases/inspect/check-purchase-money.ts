// Compares the ledger's money with the amounts of purchases.
import { openStates, returnedCardStates } from '#features/purchases/states/state.ts'
import {
  sqlCards,
  sqlState,
  sqlStates,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import { moneyBalances, sqlIsNoEntry } from '#ledger/check-money.ts'
import { comparison } from '#ledger/comparison.ts'
import { sqlPartCard, sqlPartWallets } from './check-reversals.ts'

/** SQL list of the states in which a purchase holds stock and money. */
const open = sqlStates(openStates)
const completed = sqlState('COMPLETED')
const returned = sqlCards(returnedCardStates)
/** SQL of the accounts of payouts. Another check compares their postings with the provider's reports. */
const sqlPayoutAccounts = `array['bank', 'fees', 'fx']`

export const purchaseMoneySums = {
  'held money is that of open purchases': comparison(
    'held-money',
    `select coalesce(m.account, p.account) || ' ' || coalesce(m.currency, p.currency),
       coalesce(p.amount, 0), coalesce(m.amount, 0)
     from (select * from (${moneyBalances}) all_money where account like 'held:%') m
     full join (select 'held:' || p.id as account, held.currency::text as currency,
         sum(case when p.state in ${open} then held.amount else 0 end)::bigint as amount
       from purchases p cross join lateral (
         select w.wallet_currency as currency, w.wallet_minor as amount
         from purchase_wallet_parts w where w.purchase_id = p.id
         union all select p.batch_currency, p.reward_minor where p.is_reward) held
       group by 1, 2) p
       on p.account = m.account and p.currency = m.currency`,
  ),
  'held parts of wallets are those of open purchases': comparison(
    'held-wallets',
    `select 'wallet:' || w.passport_id || ':' || w.programme_id || ' ' || w.currency,
       coalesce(p.amount, 0), w.held_minor
     from wallets w left join (
       select q.passport_id, q.programme_id, q.wallet_currency, sum(q.wallet_minor)::bigint as amount
       from purchase_wallet_parts q join purchases p on p.id = q.purchase_id
       where p.state in ${open} group by 1, 2, 3) p
       on p.passport_id = w.passport_id and p.programme_id = w.programme_id
         and p.wallet_currency = w.currency`,
  ),
  'sales, with their tax, are the completed purchases, without what was taken back': comparison(
    'sales',
    `select 'sales ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       coalesce(m.amount, 0)
     from (select sold.currency::text as currency, sum(sold.amount)::bigint as amount
       from purchases p left join purchase_reversals r on r.purchase_id = p.id
       cross join lateral (values (p.currency, case when ${sqlTakenBack()}
           then p.card_minor - r.refunded_minor - r.due_minor - r.paid_minor + r.reinstated_minor
             + r.overpaid_minor
           else p.total_minor - coalesce(${sqlPartCard}, 0) - ${sqlPartWallets} end),
         (p.batch_currency, p.reward_minor)) as sold (currency, amount)
       where p.state = ${completed} group by 1 having sum(sold.amount) <> 0) p
     full join (select currency, sum(amount)::bigint as amount from (${moneyBalances}) all_money
       where account = 'sales' or account like 'tax:%' group by 1) m
       on m.currency = p.currency`,
  ),
  'the card provider owes what was captured': comparison(
    'cards',
    `select 'card_clearing ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       -coalesce(m.amount, 0)
     from (select p.currency::text as currency, sum(p.card_minor - coalesce(r.refunded_minor, 0)
         - coalesce(r.lost_minor, 0))::bigint as amount
       from purchases p left join purchase_reversals r on r.purchase_id = p.id
       where p.card_minor > 0 and (p.state = ${completed} or p.card_state in ${returned})
       group by 1
       having sum(p.card_minor - coalesce(r.refunded_minor, 0) - coalesce(r.lost_minor, 0)) <> 0) p
     full join (select currency::text as currency, sum(case when source = 'card_clearing'
           then -amount_minor else amount_minor end)::bigint as amount
       from money_postings m where 'card_clearing' in (source, destination) and ${sqlIsNoEntry}
         and not array[source, destination] && ${sqlPayoutAccounts} group by 1
       having sum(case when source = 'card_clearing' then -amount_minor
         else amount_minor end) <> 0) m
       on m.currency = p.currency`,
  ),
  'refunds due are those of purchases that are being refunded': comparison(
    'refunds',
    `select 'refunds_due ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       coalesce(m.amount, 0)
     from (select p.currency::text as currency, sum(r.due_minor)::bigint as amount
       from purchases p join purchase_reversals r on r.purchase_id = p.id
       where r.due_minor > 0 group by 1) p
     full join (select * from (${moneyBalances}) all_money where account = 'refunds_due') m
       on m.currency = p.currency`,
  ),
  'the postings of a completed purchase are its total': comparison(
    'purchase-money',
    `select p.tx_id, p.total_minor + p.reward_minor, coalesce(m.amount, 0)
     from purchases p left join (select purchase_id, sum(amount_minor)::bigint as amount
       from money_postings where destination = 'sales' and source <> 'refunds_due'
         and source not like 'tax:%' group by 1) m on m.purchase_id = p.id
     where p.state = ${completed}`,
  ),
  'foreign wallet money is exchanged or rounded': comparison(
    'fx',
    `select p.tx_id || ' ' || w.wallet_currency, sum(w.wallet_minor)::bigint,
       coalesce((select sum(m.amount_minor) from money_postings m where m.purchase_id = p.id
         and m.currency = w.wallet_currency and m.destination in ('fx', 'rounding')), 0)::bigint
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     where p.state = ${completed} and w.wallet_currency <> p.currency group by p.id, p.tx_id, 1,
       w.wallet_currency`,
  ),
  'totals are the price times kg at their rate': comparison(
    'totals',
    `select tx_id, case when abs(total_minor * 10000 - exact) <= 5000 then total_minor
         else greatest(1, round(exact / 10000)) end::bigint, total_minor
     from (select tx_id, total_minor, price_micros * quantity_kg * rate as exact from purchases
       where not is_reward) priced where total_minor <> 1 or exact > 15000`,
  ),
  'rounding is that of the parts': comparison(
    'rounding',
    `select p.tx_id, sum(w.rounding_minor)::bigint,
       coalesce((select sum(m.amount_minor) from money_postings m where m.purchase_id = p.id
         and m.destination = 'rounding'), 0)::bigint
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     where p.state = ${completed} group by p.id, p.tx_id`,
  ),
  'parts in the own currency are paid as they stand': comparison(
    'own-parts',
    `select p.tx_id || ' ' || w.programme_id, w.paid_minor, w.wallet_minor + w.rounding_minor
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     where w.wallet_currency = p.currency`,
  ),
  'parts of a purchase are its wallet part': comparison(
    'parts',
    `select p.tx_id, p.wallet_minor, coalesce(w.amount, 0) from purchases p
     left join (select purchase_id, sum(paid_minor)::bigint as amount from purchase_wallet_parts
       group by 1) w on w.purchase_id = p.id`,
  ),
} as const
