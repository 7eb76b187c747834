// Serials that no registry writes: which tonnes a person would read in one all the same. Pure; what is read here is never stored: batches are compared by serials.ts.
import { asciiDigits } from '#values/digits.ts'
import { latinLetters } from '#values/look-alikes.ts'
import { canonicalSerial, digitsMax, type Serial, tonnesOfSerial } from '#values/serials.ts'

/** What an import says of a serial that it refuses for its spelling. */
export const foreignSignsFault = 'holds signs that cannot be seen or that no registry writes'
export const noFormFault = 'counts tonnes in no form that we read; spell it as its registry does'

/**
 * Whether a serial that no form fits seems to count its tonnes all the same, with other signs between its
 * numbers (`ACR-…-1-5000`, `GS1/…/1/5000`, `…-1-5,000`): nobody could tell which blocks it meets.
 */
export function countsInNoForm(text: string, tonnes: number): boolean {
  return tonnesOfSerial(text) === null && likenessOf(text, tonnes).tonnes !== null
}

/** The forms of serials.ts where every sign between letters and numbers is a dash. */
const forms = [
  /^(?<trunk>GS[0-9]+-.+)-(?<first>[0-9]+)-(?<last>[0-9]+)$/,
  /^(?<trunk>(?:ACR|CAR)-.+)-(?<first>[0-9]+) TO (?<last>[0-9]+)$/,
  /^[0-9]+-(?<first>[0-9]+)-(?<last>[0-9]+)-(?:VCS|VCU)-/,
  /^(?<trunk>[A-Z]{2,3}-[0-9]+)-(?<first>[0-9]+)-(?<tail>[0-9][0-9-]*)-\k<trunk>-(?<last>[0-9]+)-\k<tail>$/,
]
/** Signs within a number. */
const thousands = /(?<=[0-9])[,.'](?=[0-9]{3}(?![0-9]))/g
/** One that spans as many tonnes as the batch has. */
const endingRange = /^(?<trunk>.+)-(?<first>[0-9]+)(?:-| TO )(?<last>[0-9]+)$/

/**
 * A serial as a person reads it: letters and figures of other scripts as those that they look like, any
 * sign between numbers as a dash. Comparable with what this answers for other serials only.
 */
export function likenessOf(text: string, tonnes: number): Serial {
  // Before the one spelling is made, which would take the zeros behind such a sign for leading ones.
  const together = asciiDigits(text.normalize('NFKC')).replace(thousands, '')
  const plain = latinLetters(canonicalSerial(together))
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '-')
    .replace(/(?<=[0-9])-?TO-?(?=[0-9])/g, ' TO ')
    .replace(/(?<![0-9A-Z])0+(?=[0-9])/g, '')
    .replace(/^-|-$/g, '')
  for (const form of forms) {
    const read = rangeIn(form, plain)
    if (read !== null) return read
  }
  const ending = rangeIn(endingRange, plain)
  const spans = ending?.tonnes ? ending.tonnes.last - ending.tonnes.first + 1n : null
  return ending !== null && spans === BigInt(tonnes) ? ending : { trunk: plain, tonnes: null }
}

function rangeIn(form: RegExp, plain: string): Serial | null {
  const { trunk = 'VCS', tail, first = '', last = '' } = form.exec(plain)?.groups ?? {}
  if (first === '' || Math.max(first.length, last.length) > digitsMax) return null
  const tonnes = { first: BigInt(first), last: BigInt(last) }
  if (tonnes.last < tonnes.first) return null
  return { trunk: tail === undefined ? trunk : `${trunk}-${tail}`, tonnes }
}
