// Registries' serial numbers, read: the trunk that blocks of one series share, and the tonnes that a
// block runs over. Pure. `read_serial` in the database (migration 0017) reads the same way and guards
// the batches; a test holds the two together. Nothing shown to people may be made of what is read here.
import type { Registry } from '#values/registries.ts'

export type Serial = {
  /** What all blocks share whose tonnes are counted in one row; the whole serial where no form fits. */
  readonly trunk: string
  /** First and last tonne, both taken; null where no form fits. */
  readonly tonnes: { readonly first: bigint; readonly last: bigint } | null
}

/** Signs that show nothing, whatever a copy out of a document left between the others. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
const blanks = /[\s\p{Cc}]+/gu
/** Every dash of Unicode, minus and hyphen bullet among them, with the blanks around it. */
const dash =
  / ?[\u002D\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0] ?/gu
const leadingZeros = /(?<![0-9A-Z.])0+(?=[0-9])/g
const to = /(?<=[0-9]) ?TO ?(?=[0-9])/g

/**
 * The one spelling in which serials compare: capitals (of the Latin letters that registries use), one
 * kind of dash, no blanks that mean nothing, no zeros before a number.
 */
export function canonicalSerial(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(blanks, ' ')
    .replace(dash, '-')
    .replace(leadingZeros, '')
    .replace(to, ' TO ')
    .replace(/^ | $/g, '')
}

/**
 * Whether a serial holds, in its one spelling too, a sign that no registry writes: one that no reader
 * sees, or a letter or figure of another script that looks like one of ours. It would pass for another
 * block.
 */
export function hasForeignSigns(text: string): boolean {
  return /[^\u0020-\u007E]/.test(canonicalSerial(text))
}

/** Numbers of more digits are none that a registry counts with: such a serial is all trunk. */
export const digitsMax = 18

/** `ACR-FR-1129-2025-2917-30932 to 35143`. */
const american = /^(?<trunk>(?:ACR|CAR)-.+)-(?<first>[0-9]+) TO (?<last>[0-9]+)$/
const registryForms = {
  ACR: american,
  CAR: american,
  /** `GS1-1-UG-GS11236-16-2024-30307-1-19149`. */
  GS: /^(?<trunk>GS[0-9]+-.+)-(?<first>[0-9]+)-(?<last>[0-9]+)$/,
  /** `19258-933627722-933630721-VCS-VCU-1491-…`. Units are counted over the whole VCS. */
  VCS: /^[0-9]+-(?<first>[0-9]+)-(?<last>[0-9]+)-(?:VCS|VCU)-/,
} as const satisfies Record<Registry, RegExp>
/** Of the Clean Development Mechanism: `RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014`. */
const mechanismForm =
  /^(?<head>[A-Z]{2,3}-[0-9]+)-(?<first>[0-9]+)-(?<tail>[0-9][0-9-]*)-\k<head>-(?<last>[0-9]+)-\k<tail>$/
/** No text has two of these forms. Blocks of the Mechanism are held by several registries. */
const forms = [...new Set(Object.values(registryForms)), mechanismForm]

type Block = { readonly trunk: string; readonly first: bigint; readonly last: bigint }

function blockOf(canonical: string): Block | null {
  for (const form of forms) {
    const groups = form.exec(canonical)?.groups
    if (groups === undefined) continue
    const { trunk, head, tail, first = '', last = '' } = groups
    if (Math.max(first.length, last.length) > digitsMax) return null
    const ofMechanism = head === undefined ? 'VCS' : `${head}-${tail}`
    return { trunk: trunk ?? ofMechanism, first: BigInt(first), last: BigInt(last) }
  }
  return null
}

/** Reads a serial in any spelling. A block that ends before it begins is none: all trunk. */
export function readSerial(text: string): Serial {
  const canonical = canonicalSerial(text)
  const block = blockOf(canonical)
  if (block === null || block.last < block.first) return { trunk: canonical, tonnes: null }
  const { trunk, first, last } = block
  return { trunk, tonnes: { first, last } }
}

/**
 * Tonnes from the first to the last of a serial, to compare with what a registry says of its quantity;
 * none or less where it ends before it begins, null where no form fits.
 */
export function tonnesOfSerial(text: string): bigint | null {
  const block = blockOf(canonicalSerial(text))
  return block === null ? null : block.last - block.first + 1n
}

/** Whether two serials have a tonne in common. A serial without a range is all of its trunk. */
export function serialsMeet(one: Serial, other: Serial): boolean {
  if (one.trunk !== other.trunk) return false
  if (one.tonnes === null || other.tonnes === null) return true
  return one.tonnes.first <= other.tonnes.last && other.tonnes.first <= one.tonnes.last
}

/** How a serial meets another one, seen from `one`, or null where they have nothing in common. */
export type Meeting = 'same' | 'part' | 'meets'

export function meetingOf(one: Serial, other: Serial): Meeting | null {
  if (!serialsMeet(one, other)) return null
  const [inner, outer] = [one.tonnes, other.tonnes]
  if (inner === null) return outer === null ? 'same' : 'meets'
  if (outer === null) return 'part'
  if (inner.first === outer.first && inner.last === outer.last) return 'same'
  return inner.first >= outer.first && inner.last <= outer.last ? 'part' : 'meets'
}

/**
 * The serial of some tonnes of a block, spelled as the registry spelled the block's own: only the numbers
 * of the first and last tonne differ. Null where the block has no range, or not these tonnes.
 */
export function serialOfTonnes(text: string, first: bigint, last: bigint): string | null {
  const canonical = canonicalSerial(text)
  const block = blockOf(canonical)
  if (block === null || first < block.first || last > block.last || last < first) return null
  const form = forms.find((each) => each.test(canonical))
  const indices = form === undefined ? null : new RegExp(form, 'd').exec(canonical)?.indices?.groups
  const places = [indices?.first, indices?.last].map((span) =>
    span === undefined ? -1 : numbersBefore(canonical, span[0]),
  )
  const [firstPlace, lastPlace] = places
  let place = -1
  return text.replace(/\p{Nd}+/gu, (number) => {
    place += 1
    if (place === firstPlace) return String(first)
    return place === lastPlace ? String(last) : number
  })
}

/** How many numbers stand before a place of a text; a serial's spellings have the same numbers. */
function numbersBefore(text: string, end: number): number {
  return text.slice(0, end).match(/[0-9]+/g)?.length ?? 0
}
