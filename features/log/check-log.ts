// Compares the public log with the ledger. It counts only facts up to the log's head, so a log that is
// behind is no fault.
import { factPostings } from '#features/log/append/fact-queries.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'

const openHead = `(select h.* from log_heads h join logs l on l.number = h.log_number
    where l.closed_at is null) head`

export const logComparisons: Comparisons = {
  'a log has as many entries as its checkpoint says': comparison(
    'log-entries',
    `select 'log ' || h.log_number, h.size, split_part(h.checkpoint, E'\\n', 2)::bigint
     from log_heads h
     union all
     select 'entries ' || h.log_number, h.size, count(e.*) from log_heads h
     left join log_entries e on e.log_number = h.log_number group by h.log_number, h.size`,
  ),
  'the log has told of every posting and notice that it looked at': comparison(
    'log-facts',
    `select 'log ' || head.log_number, (select count(*) from (
         select p.id from kg_postings p where ${factPostings('p')}
         union all select n.id from log_notices n) facts
       where facts.id <= head.taken_through
         and not facts.id <@ (head.awaited + head.awaited_older)),
       (select count(e.fact_id) from log_entries e where e.log_number = head.log_number)
     from ${openHead}`,
  ),
  'places in the log are those of its entries': comparison(
    'log-places',
    `select 'batch ' || b.batch_id, b.allocated_kg, coalesce(e.kg, 0) from ${openHead}
     join log_batches b on b.log_number = head.log_number
     left join (select coalesce(p.batch_id, n.batch_id) as batch_id, e.log_number,
         sum((e.entry::json->>'last')::bigint - (e.entry::json->>'first')::bigint + 1)::bigint as kg
       from log_entries e left join kg_postings p on p.id = e.fact_id
       left join log_notices n on n.id = e.fact_id
       where e.entry like '{"kind":"allocate"%' or e.entry like '{"kind":"replace"%' group by 1, 2) e
       on e.batch_id = b.batch_id and e.log_number = b.log_number`,
  ),
}
