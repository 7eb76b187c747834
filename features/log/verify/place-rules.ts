// What entries must not say: a place that is given twice or was never issued. It reads one entry after
// another and remembers a batch in a few numbers. Pure.
import { z } from 'zod'
import { PlaceSet, type Places } from '#features/log/verify/place-set.ts'
import { givenTwice } from '#features/log/verify/serial-ranges.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const ofBatch = { registry: z.string().min(1), serial: z.string().min(1), day }
const place = z.number().int().min(1)
const count = z.number().int().min(0)
const places = { first: place, last: place }
const commitment = z.string().regex(/^[0-9a-f]{64}$/)
const issue = z.object({ kind: z.literal('issue'), ...ofBatch, kg: place })
const allocate = z.object({ kind: z.literal('allocate'), ...ofBatch, ...places, commitment })
const offer = z.object({ kind: z.enum(['withdraw', 'offer']), ...ofBatch })
const reference = z.string().min(1)
const retire = z.object({ kind: z.literal('retire'), ...ofBatch, ...places, reference })
const taken = z.object({ kind: z.literal('return'), ...ofBatch, ...places })
const replace = z.object({
  kind: z.literal('replace'),
  ...ofBatch,
  ...places,
  by_serial: z.string().min(1),
  by_first: place,
  by_last: place,
  by_registry: z.string().min(1).optional(),
})
const correct = z.object({ kind: z.literal('correct'), index: count, day })
const predecessor = z.object({
  kind: z.literal('predecessor'),
  origin: z.string(),
  size: count,
  root: z.string(),
  day,
})
/** Keys of later versions may follow, and are not judged. */
const entrySchema = z.discriminatedUnion('kind', [
  issue,
  allocate,
  offer,
  taken,
  retire,
  replace,
  correct,
  predecessor,
])
type Entry = z.infer<typeof entrySchema>
type Replacement = z.infer<typeof replace>

export type BatchState = {
  readonly registry: string
  readonly serial: string
  issuedKg: number
  allocatedKg: number
  readonly retired: PlaceSet
  readonly returned: PlaceSet
  /** Others stand in for these. */
  readonly replaced: PlaceSet
}

export type Totals = {
  readonly batches: number
  readonly issuedKg: number
  readonly allocatedKg: number
  readonly allocations: number
  readonly retiredKg: number
  readonly replacedKg: number
}

export type PlaceRules = {
  /** Answers what is wrong with an entry in a sentence; null where nothing is. */
  take(index: number, entry: Buffer): string | null
  /** What is wrong with all of them together: once every entry was taken. */
  end(): string[]
  totals(): Totals
}

export function createPlaceRules(): PlaceRules {
  const batches = new Map<string, BatchState>()
  const retirements = new Map<number, { readonly state: BatchState; readonly places: Places }>()
  let allocations = 0

  function stateOf({ registry, serial }: { registry: string; serial: string }) {
    return batches.get(`${registry}\n${serial}`)
  }

  function judgeReplacement(former: BatchState | undefined, entry: Replacement): string | null {
    if (former === undefined) return neverIssued(entry)
    const { first, last, serial, by_serial, by_first, by_last } = entry
    if (last < first || last > former.allocatedKg) {
      return `replaces places ${first} to ${last} of ${serial}, which are nobody's`
    }
    if (by_last - by_first !== last - first) {
      return `replaces ${last - first + 1} kg of ${serial} by ${by_last - by_first + 1}`
    }
    const gone = former.returned.firstOf(entry) ?? former.retired.firstOf(entry)
    if (gone !== null) return `replaces place ${gone} of ${serial}, which was retired or taken back`
    const by = { registry: entry.by_registry ?? entry.registry, serial: by_serial }
    const other = stateOf(by)
    if (other === former) return `replaces ${serial} by itself`
    const twice = former.replaced.add(entry)
    if (twice !== null) return `replaces place ${twice} of ${serial} a second time`
    return give(other, { ...by, first: by_first, last: by_last })
  }

  function judge(index: number, entry: Entry): string | null {
    switch (entry.kind) {
      case 'predecessor':
        return index === 0 ? null : 'names a log before this one, which only the first entry may'
      case 'issue': {
        if (stateOf(entry) !== undefined) return `issues ${entry.serial} a second time`
        const { registry, serial, kg: issuedKg } = entry
        const sets = { retired: new PlaceSet(), returned: new PlaceSet(), replaced: new PlaceSet() }
        const state = { registry, serial, issuedKg, allocatedKg: 0, ...sets }
        batches.set(`${registry}\n${serial}`, state)
        return null
      }
      case 'withdraw':
      case 'offer':
        return stateOf(entry) === undefined ? neverIssued(entry) : null
      case 'return': {
        const { first, last, serial } = entry
        const state = stateOf(entry)
        if (state === undefined) return neverIssued(entry)
        if (last < first || last > state.allocatedKg) {
          return `takes places ${first} to ${last} of ${serial} back, which are nobody's`
        }
        const gone = state.replaced.firstOf(entry)
        if (gone !== null) return `takes place ${gone} of ${serial} back, which was replaced`
        const twice = state.returned.add(entry)
        return twice === null ? null : `takes place ${twice} of ${serial} back a second time`
      }
      case 'retire': {
        const state = stateOf(entry)
        if (state === undefined) return neverIssued(entry)
        const { first, last, serial } = entry
        if (last < first) return `retires places ${first} to ${last} of ${serial}, which are none`
        if (last > state.allocatedKg) return `retires place ${last} of ${serial}, which is nobody's`
        const gone = state.replaced.firstOf(entry)
        if (gone !== null) return `retires place ${gone} of ${serial}, which was replaced`
        const twice = state.retired.add(entry)
        if (twice !== null) return `retires place ${twice} of ${serial} a second time`
        retirements.set(index, { state, places: entry })
        return null
      }
      case 'correct': {
        const corrected = retirements.get(entry.index)
        if (corrected === undefined) return `corrects entry ${entry.index}, which is no retirement`
        corrected.state.retired.remove(corrected.places)
        retirements.delete(entry.index)
        return null
      }
      case 'allocate':
        allocations += 1
        return give(stateOf(entry), entry)
      case 'replace':
        return judgeReplacement(stateOf(entry), entry)
    }
  }

  return {
    take(index, bytes) {
      const entry = readEntry(bytes)
      const wrong = entry === null ? 'is no entry that this version knows' : judge(index, entry)
      return wrong === null ? null : `Entry ${index} ${wrong}.`
    },
    end: () => givenTwice([...batches.values()]),
    totals() {
      const states = [...batches.values()]
      const sum = (pick: (state: BatchState) => number) =>
        states.reduce((all, state) => all + pick(state), 0)
      return {
        batches: batches.size,
        issuedKg: sum(({ issuedKg }) => issuedKg),
        allocatedKg: sum(({ allocatedKg }) => allocatedKg),
        allocations,
        retiredKg: sum(({ retired }) => retired.kg()),
        replacedKg: sum(({ replaced }) => replaced.kg()),
      }
    },
  }
}

/** Takes the next places of a batch. */
function give(
  state: BatchState | undefined,
  entry: { readonly serial: string } & Places,
): string | null {
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial } = entry
  if (last < first) return `gives places ${first} to ${last} of ${serial}, which are none`
  if (first <= state.allocatedKg) return `gives place ${first} of ${serial} a second time`
  if (first !== state.allocatedKg + 1) {
    return `leaves out place ${state.allocatedKg + 1} of ${serial}`
  }
  if (last > state.issuedKg) {
    return `gives place ${last} of ${serial}, of which ${state.issuedKg} kg were issued`
  }
  state.allocatedKg = last
  return null
}

function neverIssued({ serial }: { readonly serial: string }): string {
  return `tells of ${serial}, which was not issued before`
}

function readEntry(bytes: Buffer): Entry | null {
  try {
    const { success, data } = entrySchema.safeParse(JSON.parse(bytes.toString()))
    return success ? data : null
  } catch {
    return null
  }
}
