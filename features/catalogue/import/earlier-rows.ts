// Collects the new blocks of an import's rows so far, which a later row may meet.

import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { hasNumbersOf, type LooseSerial, looselyMeet } from '#values/serials/loose-units.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { type Meeting, meetingOf, type Serial } from '#values/serials/serials.ts'
import { skeleton } from '#values/text/look-alikes.ts'
import { faultOfNumbers, faultOfSibling, looseOf } from './loose-meetings.ts'

/**
 * How a row overlaps another block. `other` names a batch's serial, or an earlier row's serial and
 * line.
 */
export type Met = {
  readonly meeting: Meeting
  readonly other: string
  readonly serialNumber: string
}

type Earlier = { readonly read: ReadRow<RegistryBatch>; readonly serial: Serial }
type Loose = { readonly read: ReadRow<RegistryBatch>; readonly loose: LooseSerial }

export class EarlierRows {
  readonly #byTrunk = new Map<string, Earlier[]>()
  readonly #compared: Earlier[] = []
  readonly #uncompared: Loose[] = []

  add(read: ReadRow<RegistryBatch>, serial: Serial): void {
    if (isSerialRegistry(read.row.registry)) this.#compared.push({ read, serial })
    else this.#uncompared.push({ read, loose: looseOf(read.row) })
    const siblings = this.#byTrunk.get(serial.trunk)
    if (siblings === undefined) this.#byTrunk.set(serial.trunk, [{ read, serial }])
    else siblings.push({ read, serial })
  }

  met(serial: Serial): Met | null {
    for (const { read, serial: other } of this.#byTrunk.get(serial.trunk) ?? []) {
      const meeting = meetingOf(serial, other)
      if (meeting !== null) {
        return { meeting, other: named(read), serialNumber: read.row.serialNumber }
      }
    }
    return null
  }

  /**
   * Returns the fault of a row that has the numbers of an earlier one, where no grammar reads one
   * of both serials.
   */
  looselyMet(row: RegistryBatch, serial: Serial): string | null {
    if (isSerialRegistry(row.registry)) {
      const near = this.#uncompared.find(({ loose }) => hasNumbersOf(loose, serial))
      return near === undefined ? null : faultOfSibling(named(near.read))
    }
    const own = looseOf(row)
    const block = this.#compared.find((each) => hasNumbersOf(own, each.serial))
    if (block !== undefined) return faultOfNumbers(named(block.read))
    const registry = skeleton(row.registry)
    const sibling = this.#uncompared.find(({ read, loose }) => {
      return skeleton(read.row.registry) === registry && looselyMeet(own, loose)
    })
    return sibling === undefined ? null : faultOfSibling(named(sibling.read))
  }
}

function named({ line, row }: ReadRow<RegistryBatch>): string {
  return `${row.serialNumber} on line ${line}`
}
