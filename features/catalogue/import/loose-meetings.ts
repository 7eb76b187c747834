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

/** Smallest first unit by which a stored batch without a grammar stops a block without naming its series. */
const tellingNumber = 1_000n

/**
 * The stored batches without a grammar, of all chunks of an import. Each is parsed once, because some thousand of
 * them take seconds.
 */
export class StoredSiblings {
  readonly #known = new Set<string>()
  readonly #pending: { blocks: UncomparedSerial[]; serials: UncomparedSerial[] } = {
    blocks: [],
    serials: [],
  }
  readonly #blocks = new BlockIndex<string>(tellingNumber)
  readonly #serials = new UncomparedIndex<string>()

  /** Adds the batches that were stored since the last call. */
  async refresh(tx: Db): Promise<void> {
    for (const { registry, serial_number, issued_kg } of await findUncomparedBatches(tx)) {
      if (this.#known.has(serial_number)) continue
      this.#known.add(serial_number)
      const loose = looseSerial(serial_number, issued_kg / 1_000)
      const sibling = { registry, serialNumber: serial_number, loose }
      this.#pending.blocks.push(sibling)
      this.#pending.serials.push(sibling)
    }
  }

  /** Returns the serial of a batch that may contain the block. */
  withBlock(serialNumber: string): string | undefined {
    for (const { serialNumber: added, loose } of this.#pending.blocks.splice(0)) {
      this.#blocks.add(loose, added)
    }
    return this.#blocks.find(readSerial(serialNumber), (each) => each !== serialNumber)
  }

  /** Returns the serial of another batch of the same registry that may share units. */
  withUnits(serial: UncomparedSerial): string | undefined {
    for (const sibling of this.#pending.serials.splice(0)) {
      this.#serials.add(sibling, sibling.serialNumber)
    }
    return this.#serials.find(serial, (each) => each !== serial.serialNumber)
  }
}

/** Returns faults by serial: of rows without a grammar, and of rows whose units such a batch may contain. */
export async function findLooseOverlaps(
  tx: Db,
  rows: readonly LooseRow[],
  siblings: StoredSiblings = new StoredSiblings(),
): Promise<ReadonlyMap<string, string>> {
  await siblings.refresh(tx)
  const comparedRows = rows.filter(({ registry }) => isSerialRegistry(registry))
  const looseRows = rows.filter(({ registry }) => !isSerialRegistry(registry))
  return new Map([
    ...faultsOfCompared(comparedRows, siblings),
    ...(await faultsOfLoose(tx, looseRows, siblings)),
  ])
}

type Faults = readonly (readonly [serial: string, fault: string])[]

function faultsOfCompared(rows: readonly LooseRow[], siblings: StoredSiblings): Faults {
  return rows.flatMap(({ serialNumber }) => {
    const sibling = siblings.withBlock(serialNumber)
    if (sibling === undefined) return []
    return [[serialNumber, faultOfSibling(`batch ${sibling}`)] as const]
  })
}

async function faultsOfLoose(
  tx: Db,
  rows: readonly LooseRow[],
  siblings: StoredSiblings,
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
  return looseRows.flatMap(({ row, loose }) => {
    const contains = blockFinder(loose)
    const block = blocks.find((each) => contains(each.serial))
    if (block !== undefined) {
      return [[row.serialNumber, faultOfNumbers(`batch ${block.text}`)] as const]
    }
    const sibling = siblings.withUnits({ ...row, loose })
    if (sibling === undefined) return []
    return [[row.serialNumber, faultOfSibling(`batch ${sibling}`)] as const]
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
