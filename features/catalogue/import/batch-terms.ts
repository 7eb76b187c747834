// Validates the options with which an operator or a member of staff imports batches. Pure.
import { priceMicros as priceText } from '#providers/registries/tables/batch-file.ts'
import { schemaFault } from '#providers/registries/tables/file-source.ts'
import { isOwnCurrency } from '#values/money/currencies.ts'
import { resembledRegistry } from '#values/serials/resembled-registry.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import type { BatchTerms } from './batch-judgement.ts'

/** Terms as a person states them. */
export type StatedTerms = Omit<BatchTerms, 'priceMicros'> & {
  /** Price of a kilogram, such as `0.0243`. */
  readonly price?: string | undefined
}

/** An invalid term: the option's name, and the rest of the sentence about it. */
export type TermFault = { readonly option: string; readonly fault: string }

/** Returns the terms, or the fault of the first invalid one. */
export function readBatchTerms({ price, ...terms }: StatedTerms): BatchTerms | TermFault {
  const { currency, uncompared = [], ignoredColumns = [] } = terms
  if (ignoredColumns.some((name) => name.trim() === '')) {
    return { option: 'ignore-column', fault: ' is empty' }
  }
  for (const registry of uncompared) {
    const fault = faultOfUncompared(registry)
    if (fault !== null) return { option: 'uncompared', fault }
  }
  const priceMicros = price === undefined ? undefined : priceText.safeParse(price)
  if (priceMicros?.success === false) {
    return { option: 'price', fault: `: ${schemaFault(priceMicros.error)}` }
  }
  if (currency !== undefined && !isOwnCurrency(currency)) {
    return { option: 'currency', fault: `: ${currency} is not sold in` }
  }
  return { ...terms, ...(priceMicros && { priceMicros: priceMicros.data }) }
}

function faultOfUncompared(registry: string): string | null {
  if (registry.trim() === '') return ' is empty'
  const compared = isSerialRegistry(registry) ? registry : resembledRegistry(registry)
  if (compared === null) return null
  return compared === registry
    ? `: serials of ${registry} are always compared`
    : `: ${registry} resembles ${compared}, which is compared`
}
