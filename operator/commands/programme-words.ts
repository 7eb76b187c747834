// Reads the arguments of commands about programmes: ids, names and amounts.

import { misused } from '#operator/audit/outcomes.ts'
import { currenciesInWords } from '#values/money/currencies.ts'
import { unitsToMinor } from '#values/money/money.ts'
import { lengthOf } from '#values/text/free-text.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'
import type { Outcome } from './command.ts'

/** The pattern of ids. The database checks the same one. */
const programmeShape = /^[a-z0-9][a-z0-9-]{0,62}$/
const nameMaxLength = 120
/** Maximum amount in minor units: 100 billion, far below the largest safe integer. */
const amountMaxMinor = 1e13

export const currencyFault = `--currency is ${currenciesInWords('disjunction')}.`
export const amountFault =
  'An amount is digits with at most 2 decimals, such as 50 or 50.00, of at most 100 billion.'

/** Returns the id of a programme, or the outcome of an invalid one. */
export function readProgramme(
  id: string | undefined = '',
  label = 'The id of a programme',
): string | Outcome {
  return programmeShape.test(id)
    ? id
    : misused(`${label} is 1 to 63 small letters, digits and hyphens, and begins with no hyphen.`)
}

/** Returns a display name, or the outcome of an invalid one. */
export function readTitle(name: string | undefined = ''): string | Outcome {
  const title = name.trim()
  const isGood = title !== '' && lengthOf(title) <= nameMaxLength && !holdsUnseen(title)
  return isGood
    ? title
    : misused(`--name is 1 to ${nameMaxLength} characters, none of them a control character.`)
}

/** Converts decimal text, including zero, to minor units. Returns null for other text. */
export function readMinor(text: string): number | null {
  // Accepts only digits and a point, because Number() reads '' as 0 and '0x10' as 16.
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return null
  const minor = unitsToMinor(Number(text))
  return minor === null || minor > amountMaxMinor ? null : minor
}
