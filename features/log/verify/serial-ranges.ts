// Whether two batches of one registry hold the same tonnes, as their serials say, and kilograms of those
// were given in both: a kilogram that was sold twice under two names. Pure.
import type { PlaceSet } from '#features/log/verify/place-set.ts'
import { readSerial } from '#values/serials.ts'

type Batch = {
  readonly registry: string
  readonly serial: string
  readonly allocatedKg: number
  readonly replaced: PlaceSet
}
type Block = { readonly batch: Batch; readonly first: bigint; readonly last: bigint }

const tonneKg = 1_000

/** One sentence for each pair. What was replaced is nobody's any more, and so given in the other only. */
export function givenTwice(batches: readonly Batch[]): string[] {
  const blocks = batches.flatMap((batch) => {
    const { trunk, tonnes } = readSerial(batch.serial)
    return tonnes === null ? [] : [{ trunk: `${batch.registry}\n${trunk}`, batch, ...tonnes }]
  })
  return [...Map.groupBy(blocks, ({ trunk }) => trunk).values()].flatMap(pairsOf)
}

function pairsOf(blocks: readonly Block[]): string[] {
  const faults: string[] = []
  /** Blocks that reach as far as the present one begins. */
  let open: Block[] = []
  for (const block of blocks.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    open = open.filter(({ last }) => last >= block.first)
    for (const other of open) {
      const shared = { first: block.first, last: lesser(other.last, block.last) }
      if (givenKg(block, shared) === 0 || givenKg(other, shared) === 0) continue
      const tonnes = `tonnes ${shared.first} to ${shared.last}`
      faults.push(`${other.batch.serial} and ${block.batch.serial} both give of ${tonnes}.`)
    }
    open.push(block)
  }
  return faults
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** Kilograms of these tonnes that are somebody's in the block. */
function givenKg(
  { batch, first }: Block,
  shared: { readonly first: bigint; readonly last: bigint },
): number {
  const from = Number(shared.first - first) * tonneKg + 1
  const through = Math.min(Number(shared.last - first + 1n) * tonneKg, batch.allocatedKg)
  if (through < from) return 0
  return through - from + 1 - batch.replaced.kgWithin({ first: from, last: through })
}
