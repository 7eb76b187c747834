// Whether a block of credits may be sold, by its registry's own word for it. Only three words say yes:
// a word that is not known is never guessed.

const sellableWords: ReadonlySet<string> = new Set(['active', 'issued', 'available'])

export function maySell(registryWord: string): boolean {
  return sellableWords.has(registryWord.trim().toLowerCase())
}
