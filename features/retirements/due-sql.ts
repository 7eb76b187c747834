// Returns the SQL of the time when a tonne became due: the sale of its last place.

/**
 * Returns SQL of the time. `place` is SQL of the last place of a wholly sold tonne. The SQL searches
 * purchases, then places of replacements, then places that the operator took. Its conditions match the
 * index purchases_at_tonne_ends.
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
