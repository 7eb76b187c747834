// Names the brands of cards by the providers' words.

const brands: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['cartes_bancaires', 'Cartes Bancaires'],
])

/** Returns the name of a brand, or null for a word that is not known. */
export function cardBrandName(word: string): string | null {
  return brands.get(word) ?? null
}
