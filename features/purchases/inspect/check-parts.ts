// Compares refunds in part with their purchases, and computes the money of each part again.
import { comparison } from '#ledger/comparison.ts'

/** SQL of each part with its purchase, its money, and the money of earlier parts. */
const parts = `select f.purchase_id, f.part, f.kg, f.previous_posting_id, f.posting_id, p.tx_id, p.quantity_kg, p.total_minor,
    f.card_minor + coalesce(w.paid_minor, 0) as amount_minor,
    coalesce(sum(f.card_minor + coalesce(w.paid_minor, 0)) over (partition by f.purchase_id
      order by f.part rows between unbounded preceding and 1 preceding), 0) as earlier_minor
  from refund_parts f join purchases p on p.id = f.purchase_id
  left join (select purchase_id, part, sum(paid_minor) as paid_minor from refund_part_wallets
    group by 1, 2) w on w.purchase_id = f.purchase_id and w.part = f.part`
/** SQL of total x kilograms of the part / kilograms of the purchase, rounded half-even. */
const roundedShare = `case when 2 * (total_minor * kg % quantity_kg) = quantity_kg
    then total_minor * kg / quantity_kg + (total_minor * kg / quantity_kg) % 2
  else round(total_minor::numeric * kg / quantity_kg) end`

export const partSums = {
  'kilograms refunded in part are those of the parts': comparison(
    'part-kilograms',
    `select p.tx_id, p.refunded_kg::bigint, coalesce(f.kg, 0)
     from purchases p left join (select purchase_id, sum(kg)::bigint as kg from refund_parts
       group by 1) f on f.purchase_id = p.id
     where p.refunded_kg > 0 or f.kg is not null`,
  ),
  'card money refunded in part is that of the parts': comparison(
    'part-cards',
    `select 'parts of ' || r.purchase_id, r.part_minor, coalesce(f.card_minor, 0)
     from purchase_reversals r left join (select purchase_id, sum(card_minor)::bigint as card_minor
       from refund_parts group by 1) f on f.purchase_id = r.purchase_id
     where r.part_minor > 0 or f.card_minor is not null`,
  ),
  'a part is the money of its kilograms, and at most what is left': comparison(
    'part-money',
    `select tx_id || ' part ' || part,
       least(${roundedShare}, total_minor - earlier_minor)::bigint, amount_minor::bigint
     from (${parts}) each_part`,
  ),
  'postings of a part are its money': comparison(
    'part-postings',
    `select tx_id || ' part ' || part, amount_minor::bigint,
       coalesce((select sum(m.amount_minor) from money_postings m
         where m.purchase_id = each_part.purchase_id and m.id > previous_posting_id
           and m.id <= posting_id and m.source = 'sales' and m.destination not like 'tax:%'), 0)::bigint
     from (${parts}) each_part`,
  ),
} as const
