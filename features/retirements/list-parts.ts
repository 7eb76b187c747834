// Splits a run of places into retired and unretired parts, with the record of each.
import type { PlaceRange } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { findAmongPlaces } from './retirement-queries.ts'

/** Both places are included; a retired part may lack `url`. */
export type PlacesPart = PlaceRange &
  (
    | {
        readonly state: 'allocated'
        readonly reference: null
        readonly url: null
        readonly date: null
      }
    | {
        readonly state: 'retired'
        readonly reference: string
        readonly url: string | null
        /** `2026-11-22` */
        readonly date: string
      }
  )

const allocated = { state: 'allocated', reference: null, url: null, date: null } as const

/** Returns the parts in order. Neighbours differ in their record. */
export async function listParts(
  db: Db,
  batchId: string,
  places: PlaceRange,
): Promise<PlacesPart[]> {
  const parts: PlacesPart[] = []
  let next = places.first
  for (const record of await findAmongPlaces(db, batchId, places)) {
    const { first_place: first, last_place: last, reference, url, retired_on: date } = record
    if (first > next) parts.push({ first: next, last: first - 1, ...allocated })
    parts.push({ first, last, state: 'retired', reference, url, date })
    next = last + 1
  }
  if (next <= places.last) parts.push({ first: next, last: places.last, ...allocated })
  return parts
}
