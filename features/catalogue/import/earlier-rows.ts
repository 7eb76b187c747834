// Collects the accepted rows of an import, and finds an accepted row with tonnes of a later row.

import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { BlockIndex } from '#values/serials/block-index.ts'
import { push } from '#values/serials/loose-index.ts'
import { blockFinder } from '#values/serials/loose-units.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { type OverlapKind, overlapOf, type Serial } from '#values/serials/serials.ts'
import { UncomparedIndex } from '#values/serials/uncompared-index.ts'
import { faultOfNumbers, faultOfSibling, looseOf } from './loose-meetings.ts'

/**
 * The overlap of a row with a known batch or an earlier row. `other` is the text for an error message: the
 * batch, or the earlier row with its line.
 */
export type Overlap = {
  readonly overlapKind: OverlapKind
  readonly other: string
  readonly serialNumber: string
}

type EarlierRow = { readonly read: ReadRow<RegistryBatch>; readonly serial: Serial }

export class EarlierRows {
  /** Rows by the trunk of their serial, which identifies a series. */
  readonly #byTrunk = new Map<string, EarlierRow[]>()
  readonly #compared: EarlierRow[] = []
  readonly #blockIndex = new BlockIndex<ReadRow<RegistryBatch>>()
  readonly #uncomparedIndex = new UncomparedIndex<ReadRow<RegistryBatch>>()

  add(read: ReadRow<RegistryBatch>, serial: Serial): void {
    if (isSerialRegistry(read.row.registry)) this.#compared.push({ read, serial })
    else this.#addUncompared(read)
    push(this.#byTrunk, serial.trunk, { read, serial })
  }

  #addUncompared(read: ReadRow<RegistryBatch>): void {
    const loose = looseOf(read.row)
    this.#uncomparedIndex.add({ ...read.row, loose }, read)
    this.#blockIndex.add(loose, read)
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
      const sibling = this.#blockIndex.find(serial)
      return sibling === undefined ? null : faultOfSibling(rowText(sibling))
    }
    const loose = looseOf(row)
    const contains = blockFinder(loose)
    const compared = this.#compared.find((each) => contains(each.serial))
    if (compared !== undefined) return faultOfNumbers(rowText(compared.read))
    const sibling = this.#uncomparedIndex.find({ ...row, loose })
    return sibling === undefined ? null : faultOfSibling(rowText(sibling))
  }
}

function rowText({ line, row }: ReadRow<RegistryBatch>): string {
  return `${row.serialNumber} on line ${line}`
}
