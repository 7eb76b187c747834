// Reads serial numbers in the grammar of their registry: the series of the units and the range of a
// block. Pure. `read_serial` in the database (migration 0059) reads the same way and guards the batches;
// a test compares the two.
import { type SerialForm, type SerialRegistry, serialForms } from './serial-forms.ts'

/** The fields of a block's serial. */
export type SerialNames = {
  readonly registry: SerialRegistry
  /** The project's number at that registry, without leading zeros. */
  readonly project: string
  /**
   * First and last day such as `2024-01-31`, or the vintage year twice; null if the serial contains
   * neither.
   */
  readonly period: { readonly from: string; readonly through: string } | null
}

export type Serial = {
  /** The series, in which unit numbers are unique; the canonical serial if no grammar fits. */
  readonly trunk: string
  /** First and last unit, both included; null if no grammar fits. One unit is one tonne. */
  readonly tonnes: { readonly first: bigint; readonly last: bigint } | null
  /** The fields of the serial; null if no grammar fits. */
  readonly names: SerialNames | null
}

/** A serial in a registry's grammar. */
export type WholeSerial = {
  readonly trunk: string
  readonly tonnes: { readonly first: bigint; readonly last: bigint }
  readonly names: SerialNames
}

const blanks = /[\s\p{Cc}]+/gu
/** Matches any dash of Unicode, including minus and hyphen bullet, with the blanks around it. */
const dash =
  / ?[\u002D\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE58\uFE63\uFF0D] ?/gu
/** Matches a label before a serial: `VCU Serial Number:`, `Serial:`. */
const label = /^(?:[A-Z]{2,8} ){0,3}SERIAL(?: (?:NUMBERS?|NO\.?))?(?: ?: ?|[- ])/

/**
 * Returns a serial in normal form: capitals, hyphens for all dashes, no blanks around them or at
 * the ends, no label.
 */
export function canonicalSerial(text: string): string {
  return text
    .replace(blanks, ' ')
    .replace(/^ | $/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(dash, '-')
    .replace(label, '')
}

type FormMatch = { readonly form: SerialForm; readonly match: RegExpExecArray }

function readForm(canonical: string): FormMatch | null {
  for (const form of serialForms) {
    const match = form.pattern.exec(canonical)
    if (match !== null) return { form, match }
  }
  return null
}

/** Reads a serial. Returns null for a text in no registry's grammar. */
export function readWholeSerial(text: string): WholeSerial | null {
  const read = readForm(canonicalSerial(text))
  if (read === null) return null
  const { form, match } = read
  const { first = '', last = '', project = '', vintage, from, through } = match.groups ?? {}
  const tonnes = { first: BigInt(first), last: BigInt(last) }
  if (tonnes.first < 1n || tonnes.last < tonnes.first) return null
  const period = vintage === undefined ? periodOf(from, through) : periodOf(vintage, vintage)
  if (period !== null && period.through < period.from) return null
  return {
    trunk: seriesOf(form.registry, match.groups ?? {}),
    tonnes,
    names: { registry: form.registry, project: String(BigInt(project)), period },
  }
}

/**
 * Returns the fewest fields that make unit numbers unique: none for Verra, the country for the
 * Mechanism, the block's number for the others. The other fields distinguish no units.
 */
function seriesOf(
  registry: SerialRegistry,
  { block, series }: Readonly<Record<string, string | undefined>>,
): string {
  if (block !== undefined) return `${registry}-${BigInt(block)}`
  return series === undefined ? registry : `${registry}-${series}`
}

/** Returns days as `2024-01-31` for `31012024`; a year such as `2024` is unchanged. */
function periodOf(from: string | undefined, through: string | undefined): SerialNames['period'] {
  if (from === undefined || through === undefined) return null
  return { from: writtenDay(from), through: writtenDay(through) }
}

const writtenDay = (day: string) => day.replace(/^(..)(..)(....)$/, '$3-$2-$1')

/** Returns the last day of the period in a serial; null if it has no period, or one of whole years. */
export function lastDayOf(serialNumber: string): string | null {
  const through = readWholeSerial(serialNumber)?.names.period?.through
  return through?.includes('-') ? through : null
}

/** Reads a serial in a registry's grammar or in any other notation. */
export function readSerial(text: string): Serial {
  return readWholeSerial(text) ?? { trunk: canonicalSerial(text), tonnes: null, names: null }
}

/** Returns true if two serials share a tonne. A serial without a grammar covers its whole series. */
export function serialsOverlap(one: Serial, other: Serial): boolean {
  if (one.trunk !== other.trunk) return false
  if (one.tonnes === null || other.tonnes === null) return true
  return one.tonnes.first <= other.tonnes.last && other.tonnes.first <= one.tonnes.last
}

/**
 * The kind of overlap of a serial with another: the `same` range, a `part` of the other, or any other overlap
 * (`meets`).
 */
export type OverlapKind = 'same' | 'part' | 'meets'

/** Returns how serial `one` overlaps `other`, or null if they share no unit. */
export function overlapOf(one: Serial, other: Serial): OverlapKind | null {
  if (!serialsOverlap(one, other)) return null
  const [inner, outer] = [one.tonnes, other.tonnes]
  if (inner === null) return outer === null ? 'same' : 'meets'
  if (outer === null) return 'part'
  if (inner.first === outer.first && inner.last === outer.last) return 'same'
  return inner.first >= outer.first && inner.last <= outer.last ? 'part' : 'meets'
}

/**
 * Returns the serial of some tonnes of a block in the registry's notation, with its leading zeros. Only the
 * numbers of the first and last tonne differ. Returns null for a serial in no grammar, and for tonnes
 * outside the block.
 */
export function serialOfTonnes(text: string, first: bigint, last: bigint): string | null {
  const block = readWholeSerial(text)?.tonnes
  if (block === undefined || first < block.first || last > block.last || last < first) return null
  const canonical = canonicalSerial(text)
  const indices = readForm(canonical)?.match.indices?.groups
  const places = [indices?.first, indices?.last].map((span) =>
    span === undefined ? -1 : numbersBefore(canonical, span[0]),
  )
  const [firstPlace, lastPlace] = places
  const ends = [...text.matchAll(/[0-9]+/g)].filter((_, at) => places.includes(at))
  const isPadded = ends.some(([number]) => number.length > 1 && number.startsWith('0'))
  let place = -1
  return text.replace(/[0-9]+/g, (number) => {
    place += 1
    if (place !== firstPlace && place !== lastPlace) return number
    const tonne = String(place === firstPlace ? first : last)
    return isPadded ? tonne.padStart(number.length, '0') : tonne
  })
}

/** Counts the numbers before an offset of a text. The count is equal in every spelling of a serial. */
function numbersBefore(text: string, end: number): number {
  return text.slice(0, end).match(/[0-9]+/g)?.length ?? 0
}
