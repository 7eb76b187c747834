// Finds known batches whose unit numbers occur in loose serials, which no grammar parses. A loose serial may
// be another notation of a known batch.

import type { Db } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { BlockIndex } from '#values/serials/block-index.ts'
import {
  blockFinder,
  type LooseSerial,
  looseSerial,
  numbersToFind,
  seriesToFind,
} from '#values/serials/loose-units.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { readSerial } from '#values/serials/serials.ts'
import { UncomparedIndex, type UncomparedSerial } from '#values/serials/uncompared-index.ts'
import { findBlocksByNumbers, findUncomparedBatches } from './import-queries.ts'

export type LooseRow = Pick<RegistryBatch, 'registry' | 'serialNumber' | 'quantityTonnes'>

/** Returns faults by serial: of rows without a grammar, and of rows whose units such a batch may contain. */
export async function findLooseOverlaps(
  tx: Db,
  rows: readonly LooseRow[],
): Promise<ReadonlyMap<string, string>> {
  const siblings = (await findUncomparedBatches(tx)).map((batch) => ({
    registry: batch.registry,
    serialNumber: batch.serial_number,
    loose: looseSerial(batch.serial_number, batch.issued_kg / 1_000),
  }))
  const comparedRows = rows.filter(({ registry }) => isSerialRegistry(registry))
  const looseRows = rows.filter(({ registry }) => !isSerialRegistry(registry))
  return new Map([
    ...faultsOfCompared(comparedRows, siblings),
    ...(await faultsOfLoose(tx, looseRows, siblings)),
  ])
}

type Faults = readonly (readonly [serial: string, fault: string])[]

/** Smallest first unit by which a stored batch without a grammar stops a block without naming its series. */
const tellingNumber = 1_000n

function faultsOfCompared(
  rows: readonly LooseRow[],
  siblings: readonly UncomparedSerial[],
): Faults {
  if (rows.length === 0) return []
  const index = new BlockIndex<string>(tellingNumber)
  for (const { serialNumber, loose } of siblings) index.add(loose, serialNumber)
  return rows.flatMap(({ serialNumber }) => {
    const sibling = index.find(readSerial(serialNumber), (each) => each !== serialNumber)
    if (sibling === undefined) return []
    return [[serialNumber, faultOfSibling(`batch ${sibling}`)] as const]
  })
}

async function faultsOfLoose(
  tx: Db,
  rows: readonly LooseRow[],
  siblings: readonly UncomparedSerial[],
): Promise<Faults> {
  if (rows.length === 0) return []
  const looseRows = rows.map((row) => ({ row, loose: looseOf(row) }))
  const series = looseRows.map(({ loose }) => seriesToFind(loose))
  const batchesWithNumbers = await findBlocksByNumbers(
    tx,
    [...new Set(looseRows.flatMap(({ loose }) => numbersToFind(loose)))],
    [...new Set(series.flatMap(({ trunks }) => trunks))],
    series.flatMap(({ ranges }) => ranges),
  )
  const blocks = batchesWithNumbers.map(({ serial_number: text }) => ({
    text,
    serial: readSerial(text),
  }))
  const index = new UncomparedIndex<UncomparedSerial>()
  for (const sibling of siblings) index.add(sibling, sibling)
  return looseRows.flatMap(({ row, loose }) => {
    const contains = blockFinder(loose)
    const block = blocks.find((each) => contains(each.serial))
    if (block !== undefined) {
      return [[row.serialNumber, faultOfNumbers(`batch ${block.text}`)] as const]
    }
    const sibling = index.find({ ...row, loose }, (each) => each.serialNumber !== row.serialNumber)
    if (sibling === undefined) return []
    return [[row.serialNumber, faultOfSibling(`batch ${sibling.serialNumber}`)] as const]
  })
}

/** Returns a row's serial as a loose serial, with its number of tonnes. */
export function looseOf({ serialNumber, quantityTonnes }: LooseRow): LooseSerial {
  return looseSerial(serialNumber, quantityTonnes)
}

export function faultOfNumbers(other: string): string {
  return `serial_number: has numbers of ${other}, whose serial is compared, and may be its units`
}

export function faultOfSibling(other: string): string {
  return `serial_number: has numbers of ${other}, and may be another spelling of its units`
}
