// Checks the entries of a log in order, such as that no place is allocated twice or was never issued.
// It stores totals and ranges of places per batch, not the entries.
import {
  type Confirmation,
  type Entry,
  type Issue,
  type Replacement,
  type Retirement,
  type Return,
  readEntry,
} from '#features/log/verify/known-entries.ts'
import { PlaceSet, type Places } from '#features/log/verify/place-set.ts'
import { auditSerials } from '#features/log/verify/serial-ranges.ts'

export type BatchState = {
  readonly registry: string
  readonly serial: string
  issuedKg: number
  allocatedKg: number
  readonly retired: PlaceSet
  readonly returned: PlaceSet
  /** Places that other places replaced. */
  readonly replaced: PlaceSet
}

type KnownRetirement = {
  readonly state: BatchState
  readonly places: Places
  readonly key: string
  readonly reference: string
  isConfirmed: boolean
}

/** State after the checked entries. */
type LogState = {
  readonly batches: Map<string, BatchState>
  /** Uncorrected retirements, by the index of their entry. */
  readonly retirements: Map<number, KnownRetirement>
  /** Uncorrected retirements, by their batch and places. */
  readonly retirementOf: Map<string, KnownRetirement>
  allocations: number
}

export function createPlaceRules() {
  const logState: LogState = {
    batches: new Map(),
    retirements: new Map(),
    retirementOf: new Map(),
    allocations: 0,
  }
  return {
    /** Checks the next entry. Returns its fault as a sentence, otherwise null. */
    checkEntry(index: number, bytes: Buffer): string | null {
      const entry = readEntry(bytes)
      const fault =
        entry === null ? 'is no entry that this version knows' : applyEntry(logState, index, entry)
      return fault === null ? null : `Entry ${index} ${fault}.`
    },
    /** Compares the batches' serials. Called after the last entry. */
    auditSerials: () => auditSerials([...logState.batches.values()]),
    totals: () => totalsOf(logState),
  }
}

/** Applies an entry to the state. Returns its fault, which continues `Entry N …`, otherwise null. */
function applyEntry(logState: LogState, index: number, entry: Entry): string | null {
  switch (entry.kind) {
    case 'predecessor':
      return index === 0 ? null : 'names a log before this one, which only the first entry may'
    case 'issue':
      return issueBatch(logState, entry)
    case 'withdraw':
    case 'offer':
      return stateOf(logState, entry) === undefined ? neverIssued(entry) : null
    case 'return':
      return returnPlaces(stateOf(logState, entry), entry)
    case 'retire':
      return retirePlaces(logState, index, entry)
    case 'confirm':
      return confirmRetirement(logState, entry)
    case 'correct':
      return correctRetirement(logState, entry.index)
    case 'allocate':
      logState.allocations += 1
      return allocatePlaces(stateOf(logState, entry), entry)
    case 'replace':
      return replacePlaces(logState, entry)
  }
}

// The functions below apply one entry each. They return its fault, which continues `Entry N …`, or null.

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

function returnPlaces(state: BatchState | undefined, entry: Return): string | null {
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial } = entry
  if (last < first || last > state.allocatedKg) {
    return `takes places ${first} to ${last} of ${serial} back, which are nobody's`
  }
  const faultyPlace = state.replaced.firstOf(entry)
  if (faultyPlace !== null)
    return `takes place ${faultyPlace} of ${serial} back, which was replaced`
  const repeatedPlace = state.returned.add(entry)
  return repeatedPlace === null
    ? null
    : `takes place ${repeatedPlace} of ${serial} back a second time`
}

function retirePlaces(logState: LogState, index: number, entry: Retirement): string | null {
  const state = stateOf(logState, entry)
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial } = entry
  if (last < first) return `retires places ${first} to ${last} of ${serial}, which are none`
  if (last > state.allocatedKg) return `retires place ${last} of ${serial}, which is nobody's`
  const faultyPlace = state.replaced.firstOf(entry)
  if (faultyPlace !== null) return `retires place ${faultyPlace} of ${serial}, which was replaced`
  const repeatedPlace = state.retired.add(entry)
  if (repeatedPlace !== null) return `retires place ${repeatedPlace} of ${serial} a second time`
  const key = keyOfPlaces(entry)
  const retirement = { state, places: entry, key, reference: entry.reference, isConfirmed: false }
  logState.retirements.set(index, retirement)
  logState.retirementOf.set(key, retirement)
  return null
}

const keyOfPlaces = (entry: Batch & Places) => `${keyOf(entry)}\n${entry.first} ${entry.last}`

function confirmRetirement({ retirementOf }: LogState, entry: Confirmation): string | null {
  const { first, last, serial, reference } = entry
  const retirement = retirementOf.get(keyOfPlaces(entry))
  if (retirement === undefined || retirement.reference !== reference) {
    return `confirms ${reference} of places ${first} to ${last} of ${serial}, which is no retirement`
  }
  if (retirement.isConfirmed) {
    return `confirms ${reference} of places ${first} to ${last} of ${serial} a second time`
  }
  retirement.isConfirmed = true
  return null
}

function correctRetirement({ retirements, retirementOf }: LogState, index: number): string | null {
  const retirement = retirements.get(index)
  if (retirement === undefined) return `corrects entry ${index}, which is no retirement`
  retirement.state.retired.remove(retirement.places)
  retirements.delete(index)
  retirementOf.delete(retirement.key)
  return null
}

function replacePlaces(logState: LogState, entry: Replacement): string | null {
  const state = stateOf(logState, entry)
  if (state === undefined) return neverIssued(entry)
  const { first, last, serial, by_serial, by_first, by_last } = entry
  if (last < first || last > state.allocatedKg) {
    return `replaces places ${first} to ${last} of ${serial}, which are nobody's`
  }
  if (by_last - by_first !== last - first) {
    return `replaces ${last - first + 1} kg of ${serial} by ${by_last - by_first + 1}`
  }
  const faultyPlace = state.returned.firstOf(entry) ?? state.retired.firstOf(entry)
  if (faultyPlace !== null)
    return `replaces place ${faultyPlace} of ${serial}, which was retired or taken back`
  const newBatch = { registry: entry.by_registry ?? entry.registry, serial: by_serial }
  const newState = stateOf(logState, newBatch)
  if (newState === state) return `replaces ${serial} by itself`
  const repeatedPlace = state.replaced.add(entry)
  if (repeatedPlace !== null) return `replaces place ${repeatedPlace} of ${serial} a second time`
  return allocatePlaces(newState, { ...newBatch, first: by_first, last: by_last })
}

function totalsOf({ batches, retirements, allocations }: LogState) {
  const states = [...batches.values()]
  const sum = (pick: (state: BatchState) => number) =>
    states.reduce((all, state) => all + pick(state), 0)
  return {
    batches: batches.size,
    issuedKg: sum(({ issuedKg }) => issuedKg),
    allocatedKg: sum(({ allocatedKg }) => allocatedKg),
    allocations,
    retiredKg: sum(({ retired }) => retired.kg()),
    confirmedKg: [...retirements.values()].reduce(
      (all, { isConfirmed, places }) => all + (isConfirmed ? places.last - places.first + 1 : 0),
      0,
    ),
    replacedKg: sum(({ replaced }) => replaced.kg()),
  }
}

/** Allocates the next places of a batch. Returns a fault or null. */
function allocatePlaces(
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
