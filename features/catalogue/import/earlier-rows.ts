// Collects the accepted rows of an import, so that a later row with the same tonnes is found.

import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { hasNumbersOf, type LooseSerial, looseSerialsOverlap } from '#values/serials/loose-units.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { type OverlapKind, overlapOf, type Serial } from '#values/serials/serials.ts'
import { skeleton } from '#values/text/look-alikes.ts'
import { faultOfNumbers, faultOfSibling, looseOf } from './loose-meetings.ts'

/**
 * How a row overlaps a known batch or an earlier row. `other` names the batch, or the earlier row with
 * its line, for an error message.
 */
export type Overlap = {
  readonly overlapKind: OverlapKind
  readonly other: string
  readonly serialNumber: string
}

type EarlierRow = { readonly read: ReadRow<RegistryBatch>; readonly serial: Serial }
type LooseRow = { readonly read: ReadRow<RegistryBatch>; readonly loose: LooseSerial }

export class EarlierRows {
  /** By series, which is the trunk of a serial. */
  readonly #byTrunk = new Map<string, EarlierRow[]>()
  readonly #compared: EarlierRow[] = []
  readonly #uncompared: LooseRow[] = []

  add(read: ReadRow<RegistryBatch>, serial: Serial): void {
    if (isSerialRegistry(read.row.registry)) this.#compared.push({ read, serial })
    else this.#uncompared.push({ read, loose: looseOf(read.row) })
    const siblings = this.#byTrunk.get(serial.trunk)
    if (siblings === undefined) this.#byTrunk.set(serial.trunk, [{ read, serial }])
    else siblings.push({ read, serial })
  }

  findOverlap(serial: Serial): Overlap | null {
    for (const { read, serial: other } of this.#byTrunk.get(serial.trunk) ?? []) {
      const overlapKind = overlapOf(serial, other)
      if (overlapKind !== null) {
        return { overlapKind, other: rowText(read), serialNumber: read.row.serialNumber }
      }
    }
    return null
  }

  /**
   * Returns the fault of a row whose serial contains the unit numbers of an earlier row, if no grammar
   * parses one of the two serials; otherwise null.
   */
  looseFault(row: RegistryBatch, serial: Serial): string | null {
    if (isSerialRegistry(row.registry)) {
      const near = this.#uncompared.find(({ loose }) => hasNumbersOf(loose, serial))
      return near === undefined ? null : faultOfSibling(rowText(near.read))
    }
    const loose = looseOf(row)
    const block = this.#compared.find((each) => hasNumbersOf(loose, each.serial))
    if (block !== undefined) return faultOfNumbers(rowText(block.read))
    const registry = skeleton(row.registry)
    const sibling = this.#uncompared.find(({ read, loose: other }) => {
      return skeleton(read.row.registry) === registry && looseSerialsOverlap(loose, other)
    })
    return sibling === undefined ? null : faultOfSibling(rowText(sibling.read))
  }
}

function rowText({ line, row }: ReadRow<RegistryBatch>): string {
  return `${row.serialNumber} on line ${line}`
}
