// Parses amounts of money as users type them: with digits of every script, and with the sign of their currency.
import { currencySymbol } from '../number-format.ts'
import { plainFigures } from './whole-number.ts'

/**
 * Parses money such as `5`, `5.5`, `5,50`, and with its currency `£5` or `5 GBP`. Returns minor units, or null for any
 * other text, such as an amount with the sign of another currency.
 */
export function readMoney(text: string, currency: string): number | null {
  const plain = plainFigures(text).replace(/\s/g, '').toUpperCase()
  const sign = [currencySymbol(currency), currency].find(
    (each) => plain.startsWith(each) || plain.endsWith(each),
  )
  const match = /^(\d{1,7})(?:[.,٫](\d{1,2}))?$/.exec(plain.replace(sign ?? '', ''))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
