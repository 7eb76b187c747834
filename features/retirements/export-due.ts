// Exports due tonnes for registries to retire. Each row is a range of tonnes of one batch, with its
// serial in the registry's notation. The registry fills in and returns the file (retirement-file.ts).
import { readLogState } from '#features/log/read-log-state.ts'
import { fillTonnes } from '#features/retirements/fill-tonnes.ts'
import { type ExportedRow, storeExport } from '#features/retirements/kept-exports.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { serialOfPlaces } from '#features/retirements/match-export.ts'
import { intersectRanges, tonneKg } from '#features/retirements/place-ranges.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Stores and returns a row for each range of due tonnes. Exports only tonnes that the public log contains,
 * because the beneficiary's text names the log and its size. Without a log, returns no row.
 */
export async function exportDue(db: Database): Promise<ExportedRow[]> {
  const [due, log] = await Promise.all([listDue(db), readLogState(db)])
  if (log === null) return []
  const beneficiary =
    `Holders of Carbon Passport kilograms in the public log ${log.origin}, ` +
    `as of its entry ${log.size}`
  const rows = due.flatMap(({ batch, due: ranges }) => {
    const loggedTonnes = { first: 1, last: Math.floor(batch.logged_kg / tonneKg) * tonneKg }
    return intersectRanges(ranges, loggedTonnes).map(({ first, last }) => ({
      batchId: batch.batch_id,
      registry: batch.registry,
      project: batch.project,
      serial: serialOfPlaces(batch.serial_number, 1, { first, last }),
      firstPlace: first,
      lastPlace: last,
    }))
  })
  await db.transaction((tx) => storeExport(tx, beneficiary, rows))
  return rows.map((row) => ({
    ...row,
    tonnes: (row.lastPlace - row.firstPlace + 1) / tonneKg,
    beneficiary,
  }))
}

/**
 * Fills the partly sold last tonne of every batch for the operator (`fillTonnes`), and writes an audit
 * entry in the same transaction. Returns the number of kilograms that the operator took.
 */
export async function fillAll(db: Database, audit: Audit): Promise<number> {
  const due = await listDue(db)
  const partlySold = due.filter(({ batch }) => batch.sold_kg % tonneKg > 0)
  const ids = partlySold.map(({ batch }) => batch.batch_id)
  const filledKg = await db.transaction(async (tx) => {
    const kgByBatch = await fillTonnes(tx, ids)
    if (kgByBatch.size > 0) await audit(tx, [...kgByBatch.keys()])
    return kgByBatch
  })
  return [...filledKg.values()].reduce((sum, kg) => sum + kg, 0)
}
