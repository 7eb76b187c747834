// Finds batches under serials that an import would refuse today, and with which batches such a one
// shares tonnes as a person reads them. The database's constraint cannot see that. It changes nothing.
import { readBatchPage, type SpelledBatch } from '#features/projects/offer-queries.ts'
import type { Db } from '#platform/database/database.ts'
import { likenessOf, spellingFault } from '#values/serial-spelling.ts'
import { type Serial, serialsMeet } from '#values/serials.ts'

export type MisspelledBatch = Omit<SpelledBatch, 'id' | 'issued_kg'> & {
  readonly wrong: string
  /** What it is read as, where that is a range of tonnes. */
  readonly reads_as: string | null
  /** Batches with a tonne of it, whether they are for sale or not. */
  readonly meets: readonly { readonly serial_number: string; readonly offer: string }[]
}

type Read = { readonly batch: SpelledBatch; readonly serial: Serial }

/** Ordered as the batches came in. Reads all batches, and again where there is one to compare with. */
export async function auditSpellings(db: Db): Promise<MisspelledBatch[]> {
  const misspelled: (Read & { readonly wrong: string; readonly meets: SpelledBatch[] })[] = []
  await eachBatch(db, (batch) => {
    const tonnes = tonnesOf(batch)
    const wrong = spellingFault(batch.serial_number, tonnes)
    if (wrong === null) return
    const serial = likenessOf(batch.serial_number, tonnes)
    misspelled.push({ batch, serial, wrong, meets: [] })
  })
  if (misspelled.length === 0) return []
  const byTrunk = Map.groupBy(misspelled, ({ serial }) => serial.trunk)
  await eachBatch(db, (batch) => {
    const serial = likenessOf(batch.serial_number, tonnesOf(batch))
    for (const each of byTrunk.get(serial.trunk) ?? []) {
      const isItself = each.batch.id === batch.id
      if (!isItself && serialsMeet(each.serial, serial)) each.meets.push(batch)
    }
  })
  return misspelled.map(({ batch, serial, wrong, meets }) => {
    const { id: _, issued_kg: __, ...shown } = batch
    const { trunk, tonnes } = serial
    const reads_as = tonnes === null ? null : `${trunk}, ${tonnes.first} to ${tonnes.last}`
    const others = meets.map(({ serial_number, offer }) => ({ serial_number, offer }))
    return { ...shown, wrong, reads_as, meets: others }
  })
}

function tonnesOf({ issued_kg }: SpelledBatch): number {
  return issued_kg / 1_000
}

async function eachBatch(db: Db, look: (batch: SpelledBatch) => void): Promise<void> {
  let after: string | null = null
  do {
    const page: SpelledBatch[] = await readBatchPage(db, after)
    page.forEach(look)
    after = page.at(-1)?.id ?? null
  } while (after !== null)
}
