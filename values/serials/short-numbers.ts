// Completes the short forms of numbers in a serial whose grammar is unknown: the end of a range without its first
// digits (9051-100), years of two digits, and dates that begin with the day. Pure.

type Numbers = readonly bigint[]

/** Returns each list of numbers, and its forms with complete ends, or with short years and equal dates. */
export function withShortForms(lists: readonly Numbers[], tonnes: bigint): Numbers[] {
  const forms = lists
    .flatMap((numbers) => [numbers, ...completeEnds(numbers, tonnes)])
    .flatMap((numbers) => [numbers, shortYears(numbers, tonnes)])
  return [...new Map(forms.map((numbers) => [numbers.join(), numbers])).values()]
}

/**
 * Returns the numbers once for each number that may be the end of a range, without the digits that it shares with
 * the start. The end may begin with zeros, so each count of digits is tried. The units must fit the tonnes, of which
 * a registry may withhold half.
 */
function completeEnds(numbers: Numbers, tonnes: bigint): Numbers[] {
  return numbers.flatMap((end, at) => {
    const first = numbers[at - 1]
    if (first === undefined || end >= first) return []
    return placesFrom(String(end).length, String(first).length).flatMap((place) => {
      // The first number from `first` on with these last digits.
      const lower = first - (first % place) + end
      const complete = lower >= first ? lower : lower + place
      const units = complete - first + 1n
      return units >= tonnes - 1n && units <= 2n * tonnes ? [numbers.with(at, complete)] : []
    })
  })
}

/** Returns the powers of ten from one count of digits to another. */
function placesFrom(least: number, most: number): bigint[] {
  const counts = Array.from({ length: Math.max(0, most - least + 1) }, (_, more) => least + more)
  return counts.map((count) => 10n ** BigInt(count))
}

/**
 * Returns the numbers with two digits for each year, and with the year first in each date. The ends of a range
 * stay: units may be numbered like years. Numbers without a range stay, too.
 */
function shortYears(numbers: Numbers, tonnes: bigint): Numbers {
  const ends = new Set(numbers.flatMap((first, at) => rangeAt(numbers, at, first, tonnes)))
  if (ends.size === 0) return numbers
  return numbers.map((number, at) => (ends.has(at) ? number : shortYear(number)))
}

/** Returns the places of the first unit at `at` and its last unit or count. Empty if it has none. */
function rangeAt(numbers: Numbers, at: number, first: bigint, tonnes: bigint): number[] {
  const last = first + tonnes - 1n
  const endAt = numbers.findIndex(
    (each, place) => place > at && (each === last || (each === tonnes && place === at + 1)),
  )
  return endAt < 0 ? [] : [at, endAt]
}

function shortYear(number: bigint): bigint {
  if (isYear(number)) return number % 100n
  const text = String(number).padStart(8, '0')
  if (text.length !== 8) return number
  const dayFirst = [text.slice(4), text.slice(0, 2), text.slice(2, 4)].map(BigInt)
  const yearFirst = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(BigInt)
  return dateOf(yearFirst) ?? dateOf(dayFirst) ?? number
}

const isYear = (number: bigint): boolean => number >= 1990n && number < 2060n

/** Returns a date as one number. Day and month may be in either order, and the smaller is first. */
function dateOf(parts: Numbers): bigint | null {
  const [year = 0n, one = 0n, other = 0n] = parts
  const [smaller, greater] = one < other ? [one, other] : [other, one]
  const isDate = isYear(year) && smaller >= 1n && smaller <= 12n && greater <= 31n
  return isDate ? year * 10_000n + smaller * 100n + greater : null
}
