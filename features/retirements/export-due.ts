// What an operator asks a registry to retire, as rows of a file: each a run of tonnes of one batch, in the
// registry's own spelling. The same file comes back with what the registry answered (retirement-file.ts).
import { readLogState } from '#features/log/read-log-state.ts'
import type { Audit } from '#features/operations/audit-trail.ts'
import { fillTonnes } from '#features/retirements/fill-tonnes.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { type PlaceRange, tonneKg, within } from '#features/retirements/place-ranges.ts'
import type { Database } from '#platform/database/database.ts'
import { readSerial, serialOfTonnes } from '#values/serials.ts'

export type DueRow = {
  readonly registry: string
  readonly project: string
  readonly serial_number: string
  readonly tonnes: number
  readonly first_place: number
  readonly last_place: number
  readonly beneficiary: string
}

/**
 * Only what the public log has told of, as the beneficiary's text names the log and its size. `fill`
 * makes part-filled tonnes whole first; the log tells of those a moment later.
 */
export async function exportDue(db: Database): Promise<DueRow[]> {
  const [due, log] = await Promise.all([listDue(db), readLogState(db)])
  if (log === null) return []
  const beneficiary =
    `Holders of Carbon Passport kilograms in the public log ${log.origin}, ` +
    `as of its entry ${log.size}`
  return due.flatMap(({ batch, due: ranges }) => {
    const told = { first: 1, last: Math.floor(batch.logged_kg / tonneKg) * tonneKg }
    return within(ranges, told).map(({ first, last }) => ({
      registry: batch.registry,
      project: batch.project,
      serial_number: serialOfPlaces(batch.serial_number, { first, last }),
      tonnes: (last - first + 1) / tonneKg,
      first_place: first,
      last_place: last,
      beneficiary,
    }))
  })
}

/**
 * Makes the last tonne of every batch whole that lacks a part; `audit` is written with it. Answers the
 * kilograms taken in all.
 */
export async function fillAll(db: Database, audit: Audit): Promise<number> {
  const due = await listDue(db)
  const parts = due.filter(({ batch }) => batch.sold_kg % tonneKg > 0)
  const ids = parts.map(({ batch }) => batch.batch_id)
  const taken = await db.transaction(async (tx) => {
    const filled = await fillTonnes(tx, ids)
    if (filled.size > 0) await audit(tx, [...filled.keys()])
    return filled
  })
  return [...taken.values()].reduce((sum, kg) => sum + kg, 0)
}

/** A serial that no form fits stands for its batch: its oldest tonnes are meant. */
function serialOfPlaces(serial: string, { first, last }: PlaceRange): string {
  const { tonnes } = readSerial(serial)
  if (tonnes === null) return serial
  const begin = tonnes.first + BigInt((first - 1) / tonneKg)
  const end = tonnes.first + BigInt(last / tonneKg) - 1n
  return serialOfTonnes(serial, begin, end) ?? serial
}
