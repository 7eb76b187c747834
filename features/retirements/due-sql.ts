// Writes the SQL for the time from which a tonne is due: when the last of its places was sold.

/**
 * Returns the time; `place` is the last place of a wholly sold tonne. It searches purchases, then
 * places of replaced purchases, then the operator's share. The conditions are those of the index
 * purchases_at_tonne_ends.
 */
export function sqlSoldWholeAt(batch: string, place: string): string {
  return `coalesce(
     (select p.completed_at from purchases p
      where p.batch_id = ${batch} and p.first_place <= ${place}
        and (p.first_place + p.quantity_kg - 1) / 1000 > (p.first_place - 1) / 1000
        and p.first_place + p.quantity_kg > ${place}
      order by p.first_place desc limit 1),
     (select w.written_at from purchase_places w
      where w.batch_id = ${batch} and w.first_place <= ${place} and w.first_place + w.kg > ${place}
      order by w.first_place desc limit 1),
     (select n.created_at from log_notices n
      where n.batch_id = ${batch} and n.kind = 'allocate'
        and n.first_place <= ${place} and n.last_place >= ${place} limit 1))`
}
