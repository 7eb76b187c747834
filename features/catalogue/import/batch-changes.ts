// Compares rows of a batch file with the catalogue's batches, and words their outcomes for a preview. Pure.
import { changeOf, type FileRow } from '#platform/actions/file-rows.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import type { OfferedBatch } from './batch-judgement.ts'
import { projectKey } from './catalogue-files.ts'
import type { BatchRecord } from './import-queries.ts'
import type { KnownBatch, KnownCatalogue } from './known-catalogue.ts'
import { type PriceChange, priceText } from './price-judgement.ts'

/**
 * Returns true if the row's serial cannot be compared with others. `BatchTerms.uncompared` lists the
 * registries of such rows that the operator allows.
 */
export function isUncompared({ registry }: OfferedBatch): boolean {
  return !isSerialRegistry(registry)
}

/** Returns the fields of a known batch that an import of the row changes, with old and new value. */
export function changesOfBatch(row: OfferedBatch, previous: KnownBatch, isDemo: boolean): Figure[] {
  const price = { priceMicros: previous.price_micros, currency: previous.currency }
  const changes = {
    name: changeOf('Name', previous.name, row.name ?? previous.name),
    vintageYear: changeOf('Vintage', previous.vintage_year, row.vintageYear),
    priceMicros: changeOf('Price', priceText(price), priceText(row)),
    // It is a part of the price's text.
    currency: [],
    issuedOn: changeOf('Issued on', previous.issued_on, row.issuedOn ?? previous.issued_on),
    isDemo: changeOf('Demonstration', yesOrNo(previous.is_demo), yesOrNo(isDemo)),
    isUncompared: changeOf(
      'Compared with others',
      yesOrNo(!previous.is_uncompared),
      yesOrNo(!isUncompared(row)),
    ),
  } satisfies Record<Exclude<keyof BatchRecord, 'projectId' | 'serialNumber'>, Figure[]>
  return Object.values(changes).flat()
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** Returns true if the row is a new batch, or differs from the known one in a field that an import may change. */
export function isChange(row: OfferedBatch, { batches }: KnownCatalogue, isDemo: boolean): boolean {
  const previous = batches.get(row.serialNumber)
  return previous === undefined || changesOfBatch(row, previous, isDemo).length > 0
}

/** Returns the outcomes of rows that are taken. `accepted` are unusual prices that the operator accepted. */
export function takenBatchRows(
  rows: readonly ReadRow<OfferedBatch>[],
  known: KnownCatalogue,
  isDemo: boolean,
  accepted: readonly PriceChange[],
): FileRow[] {
  const unusual = new Set(accepted.map(({ serialNumber }) => serialNumber))
  return rows.map(({ line, row }) => {
    const { serialNumber: subject } = row
    const previous = known.batches.get(subject)
    const notes = [
      ...(unusual.has(subject) ? ['The price is unusual, and accepted.'] : []),
      ...(known.projectIds.has(projectKeyOf(row))
        ? []
        : [`${projectKeyOf(row)} is a new project.`]),
    ]
    const text = notes.length === 0 ? {} : { text: notes.join(' ') }
    if (previous === undefined) {
      const changes = [
        { label: 'Price', before: null, after: priceText(row) },
        { label: 'Stock', before: null, after: `${row.quantityKg} kg` },
      ]
      return { line, outcome: 'new', subject, changes, ...text }
    }
    const changes = changesOfBatch(row, previous, isDemo)
    return changes.length === 0
      ? { line, outcome: 'unchanged', subject }
      : { line, outcome: 'changed', subject, changes, ...text }
  })
}

/** Returns the outcomes of rows that the operator's options leave out. */
export function leftOutBatchRows(
  faults: readonly RowFault[],
  rows: readonly ReadRow<RegistryBatch>[],
): FileRow[] {
  const serials = new Map(rows.map(({ line, row }) => [line, row.serialNumber]))
  return faults.map(({ line, fault }) => {
    const subject = serials.get(line) ?? ''
    return { line, outcome: 'left_out', subject, text: fault.replace(`${subject}: `, '') }
  })
}

export function projectKeyOf({
  registry,
  externalProjectId,
}: RegistryBatch | OfferedBatch): string {
  return projectKey({ registry, externalId: externalProjectId })
}
