// Builds SQL expressions that read retired kilograms, and the time when a tonne was wholly sold.
import { sqlInForce } from '#features/purchases/states/state-sql.ts'

/**
 * Returns SQL of a purchase's retired places: text that `rangesOf` parses, or null. `p` is the alias
 * of `purchases`.
 */
export function sqlRetiredPlaces(p: string): string {
  const end = `${p}.first_place + ${p}.quantity_kg - ${p}.refunded_kg`
  const own = `int8range(${p}.first_place, ${end})`
  return `(select range_agg(int8range(r.first_place, r.last_place, '[]') * ${own})::text
     from retired_places r where r.batch_id = ${p}.batch_id
       and r.first_place < ${end} and r.last_place >= ${p}.first_place)`
}

/**
 * Returns SQL of a purchase's segments as JSON, current segments first; null if the purchase has no
 * replacement. `p` is the alias of `purchases`. A segment has `serial`, `first`, `kg`, `is_present` and
 * `retired`, which `rangesOf` parses.
 */
export function sqlSegments(p: string): string {
  return `(select json_agg(json_build_object('serial', b.serial_number, 'first', w.first_place,
       'kg', w.kg, 'is_present', w.replaced_by is null, 'retired', (select
         range_agg(int8range(r.first_place, r.last_place, '[]')
           * int8range(w.first_place, w.first_place + w.kg))::text
         from retired_places r where r.batch_id = w.batch_id
           and r.first_place < w.first_place + w.kg and r.last_place >= w.first_place))
       order by w.replaced_by is not null, w.written_at, w.first_place)
     from purchase_places w join batches b on b.id = w.batch_id where w.purchase_id = ${p}.id)`
}

/** Returns SQL of the number of retired kilograms of a passport. `p` is the alias of `passports`. */
export function sqlRetiredKg(p: string): string {
  return `(select coalesce(sum(least(r.last_place, pl.first_place + pl.kg - 1)
       - greatest(r.first_place, pl.first_place) + 1), 0)::bigint
     from purchases held join present_places pl on pl.purchase_id = held.id
     join retired_places r on r.batch_id = pl.batch_id
       and r.first_place < pl.first_place + pl.kg and r.last_place >= pl.first_place
     where held.holder_id = ${p}.id and ${sqlInForce('held')}
       and exists (select from retirements))`
}

/**
 * Returns SQL of the time when a tonne was wholly sold. `place` is SQL of its last place. The SQL searches
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
