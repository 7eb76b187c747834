// Splits a range of places into retired and unretired parts.
import type { PlaceRange } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { findAmongPlaces } from './retirement-queries.ts'

/** A range of places with one state. A retired part has the data of its retirement record. */
export type PlacesPart = PlaceRange &
  (
    | {
        readonly state: 'allocated'
        readonly reference: null
        readonly url: null
        readonly date: null
        readonly confirmedOn: null
      }
    | {
        readonly state: 'retired'
        readonly reference: string
        readonly url: string | null
        /** The registry's day, such as `2026-11-22`. */
        readonly date: string
        /** The day of the registry's list that confirmed the record; null if none did. */
        readonly confirmedOn: string | null
      }
  )

const unretired = {
  state: 'allocated',
  reference: null,
  url: null,
  date: null,
  confirmedOn: null,
} as const

/** Returns the parts of `places` in ascending order, one part for each retirement record or gap. */
export async function listParts(
  db: Db,
  batchId: string,
  places: PlaceRange,
): Promise<PlacesPart[]> {
  const parts: PlacesPart[] = []
  let next = places.first
  for (const record of await findAmongPlaces(db, batchId, places)) {
    const { first_place: first, last_place: last, reference, url, retired_on: date } = record
    const { confirmed_on: confirmedOn } = record
    if (first > next) parts.push({ first: next, last: first - 1, ...unretired })
    parts.push({ first, last, state: 'retired', reference, url, date, confirmedOn })
    next = last + 1
  }
  if (next <= places.last) parts.push({ first: next, last: places.last, ...unretired })
  return parts
}
