// Checks entries one after another: no place is allocated twice or without its batch. It stores a
// few numbers per batch. Pure.
import {
  type Entry,
  type Issue,
  type Replacement,
  type Retirement,
  type Return,
  readEntry,
} from '#features/log/verify/known-entries.ts'
import { PlaceSet, type Places } from '#features/log/verify/place-set.ts'
import { auditSerials, type SerialAudit } from '#features/log/verify/serial-ranges.ts'

export type BatchState = {
  readonly registry: string
  readonly serial: string
  issuedKg: number
  allocatedKg: number
  readonly retired: PlaceSet
  readonly returned: PlaceSet
  /** Places that were replaced by others. */
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
  /** Returns the fault of an entry in a sentence; null without one. */
  take(index: number, entry: Buffer): string | null
  /** Compares the batches' serials. Call it after the last entry. */
  end(): SerialAudit
  totals(): Totals
}

/** State after the entries so far. */
type LogState = {
  readonly batches: Map<string, BatchState>
  /** By the index of their entry. */
  readonly retirements: Map<number, { readonly state: BatchState; readonly places: Places }>
  allocations: number
}

export function createPlaceRules(): PlaceRules {
  const logState: LogState = { batches: new Map(), retirements: new Map(), allocations: 0 }
  return {
    take(index, bytes) {
      const entry = readEntry(bytes)
      const wrong =
        entry === null ? 'is no entry that this version knows' : judge(logState, index, entry)
      return wrong === null ? null : `Entry ${index} ${wrong}.`
    },
    end: () => auditSerials([...logState.batches.values()]),
    totals: () => totalsOf(logState),
  }
}

function judge(logState: LogState, index: number, entry: Entry): string | null {
  switch (entry.kind) {
    case 'predecessor':
      return index === 0 ? null : 'names a log before this one, which only the first entry may'
    case 'issue':
      return issueBatch(logState, entry)
    case 'withdraw':
    case 'offer':
      return stateOf(logState, entry) === undefined ? neverIssued(entry) : null
    case 'return':
      return takeBack(stateOf(logState, entry), entry)
    case 'retire':
      return retirePlaces(logState, index, entry)
    case 'correct':
      return correctRetirement(logState, entry.index)
    case 'allocate':
      logState.allocations += 1
      return give(stateOf(logState, entry), entry)
    case 'replace':
      return replacePlaces(logState, entry)
  }
}

type Batch = { readonly registry: string; readonly serial: string }

const keyOf = ({ registry, serial }: Batch) => `${registry}\n${serial}`

function stateOf({ batches }: LogState, batch: Batch): BatchState | undefined {
  return batches.get(keyOf(batch))
}

function issueBatch(logState: LogState, entry: Issue): string | null {
  if (stateOf(logState, entry) !== undefined) return `issues ${entry.serial} a second time`
  const { registry, serial, kg: issuedKg } = entry
  const sets = { retired: new PlaceSet(), returned: new PlaceSet(), replaced: new PlaceSet() }
  logState.batches.set(keyOf(entry), { registry, serial, issuedKg, allocatedKg: 0, ...sets })
  return null
}

function takeBack(state: BatchState | undefined, entry: Return): string | null {
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial } = entry
  if (last < first || last > state.allocatedKg) {
    return `takes places ${first} to ${last} of ${serial} back, which are nobody's`
  }
  const gone = state.replaced.firstOf(entry)
  if (gone !== null) return `takes place ${gone} of ${serial} back, which was replaced`
  const twice = state.returned.add(entry)
  return twice === null ? null : `takes place ${twice} of ${serial} back a second time`
}

function retirePlaces(logState: LogState, index: number, entry: Retirement): string | null {
  const state = stateOf(logState, entry)
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial } = entry
  if (last < first) return `retires places ${first} to ${last} of ${serial}, which are none`
  if (last > state.allocatedKg) return `retires place ${last} of ${serial}, which is nobody's`
  const gone = state.replaced.firstOf(entry)
  if (gone !== null) return `retires place ${gone} of ${serial}, which was replaced`
  const twice = state.retired.add(entry)
  if (twice !== null) return `retires place ${twice} of ${serial} a second time`
  logState.retirements.set(index, { state, places: entry })
  return null
}

function correctRetirement({ retirements }: LogState, index: number): string | null {
  const corrected = retirements.get(index)
  if (corrected === undefined) return `corrects entry ${index}, which is no retirement`
  corrected.state.retired.remove(corrected.places)
  retirements.delete(index)
  return null
}

function replacePlaces(logState: LogState, entry: Replacement): string | null {
  const replaced = stateOf(logState, entry)
  if (replaced === undefined) return neverIssued(entry)
  const { first, last, serial, by_serial, by_first, by_last } = entry
  if (last < first || last > replaced.allocatedKg) {
    return `replaces places ${first} to ${last} of ${serial}, which are nobody's`
  }
  if (by_last - by_first !== last - first) {
    return `replaces ${last - first + 1} kg of ${serial} by ${by_last - by_first + 1}`
  }
  const gone = replaced.returned.firstOf(entry) ?? replaced.retired.firstOf(entry)
  if (gone !== null) return `replaces place ${gone} of ${serial}, which was retired or taken back`
  const by = { registry: entry.by_registry ?? entry.registry, serial: by_serial }
  const other = stateOf(logState, by)
  if (other === replaced) return `replaces ${serial} by itself`
  const twice = replaced.replaced.add(entry)
  if (twice !== null) return `replaces place ${twice} of ${serial} a second time`
  return give(other, { ...by, first: by_first, last: by_last })
}

function totalsOf({ batches, allocations }: LogState): Totals {
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
}

/** Allocates the next places of a batch. Returns the fault, or null. */
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
