// Finds known batches whose numbers occur in serials that no grammar reads. Such a row may be one
// of them in another spelling.

import type { Db } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import {
  hasNumbersOf,
  type LooseSerial,
  looselyMeet,
  looseSerial,
  numbersToFind,
  seriesToFind,
} from '#values/serials/loose-units.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { readSerial } from '#values/serials/serials.ts'
import { skeleton } from '#values/text/look-alikes.ts'
import { findBlocksByNumbers, findUncomparedBatches } from './import-queries.ts'

export type LooseRow = Pick<RegistryBatch, 'registry' | 'serialNumber' | 'quantityTonnes'>

/** Returns the faults by serial, for rows of registries whose serials no grammar reads. */
export async function findLooseMeetings(
  tx: Db,
  rows: readonly LooseRow[],
): Promise<ReadonlyMap<string, string>> {
  const own = rows.filter(({ registry }) => !isSerialRegistry(registry))
  if (own.length === 0) return new Map()
  const loose = own.map((row) => ({ row, serial: looseOf(row) }))
  const wanted = loose.map(({ serial }) => seriesToFind(serial))
  const found = await findBlocksByNumbers(
    tx,
    [...new Set(loose.flatMap(({ serial }) => numbersToFind(serial)))],
    [...new Set(wanted.flatMap(({ trunks }) => trunks))],
    wanted.flatMap(({ ranges }) => ranges),
  )
  const blocks = found.map(({ serial_number: text }) => ({ text, serial: readSerial(text) }))
  const siblings = (await findUncomparedBatches(tx)).map((batch) => ({
    registry: batch.registry,
    serialNumber: batch.serial_number,
    serial: looseSerial(batch.serial_number, batch.issued_kg / 1_000),
  }))
  const byRegistry = Map.groupBy(siblings, ({ registry }) => skeleton(registry))
  return new Map(
    loose.flatMap(({ row, serial }) => {
      const block = blocks.find((each) => hasNumbersOf(serial, each.serial))
      if (block !== undefined) return [[row.serialNumber, faultOfNumbers(`batch ${block.text}`)]]
      const near = byRegistry.get(skeleton(row.registry)) ?? []
      const sibling = near.find((each) => {
        return each.serialNumber !== row.serialNumber && looselyMeet(serial, each.serial)
      })
      if (sibling === undefined) return []
      return [[row.serialNumber, faultOfSibling(`batch ${sibling.serialNumber}`)]]
    }),
  )
}

export function looseOf({ serialNumber, quantityTonnes }: LooseRow): LooseSerial {
  return looseSerial(serialNumber, quantityTonnes)
}

export function faultOfNumbers(other: string): string {
  return `serial_number: has numbers of ${other}, whose serial is compared, and may be its units`
}

export function faultOfSibling(other: string): string {
  return `serial_number: has numbers of ${other}, and may be another spelling of its units`
}
