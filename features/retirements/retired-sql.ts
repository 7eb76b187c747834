// How SQL of other features asks which kilograms of a purchase are retired.
import { sqlStands } from '#features/purchases/state-sql.ts'

/**
 * A set of ranges as text, as rangesOf reads it, or null; `p` is the alias of `purchases`. Reads the
 * records of one batch only.
 */
export function sqlRetiredPlaces(p: string): string {
  const own = `int8range(${p}.first_place, ${p}.first_place + ${p}.quantity_kg)`
  return `(select range_agg(int8range(r.first_place, r.last_place, '[]') * ${own})::text
     from retired_places r where r.batch_id = ${p}.batch_id
       and r.first_place < ${p}.first_place + ${p}.quantity_kg and r.last_place >= ${p}.first_place)`
}

/** Kilograms that the holder `p.id` has of what is retired; `p` is the alias of `passports`. */
export function sqlRetiredKg(p: string): string {
  return `(select coalesce(sum(least(r.last_place, held.first_place + held.quantity_kg - 1)
       - greatest(r.first_place, held.first_place) + 1), 0)::bigint
     from purchases held join retired_places r on r.batch_id = held.batch_id
       and r.first_place < held.first_place + held.quantity_kg
       and r.last_place >= held.first_place
     where held.holder_id = ${p}.id and ${sqlStands('held')}
       and exists (select from retirements))`
}
