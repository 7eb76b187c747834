// Decides by its registry's own word whether a block of credits may be sold. Only three words allow
// it; an unknown word is never guessed.

const sellableWords: ReadonlySet<string> = new Set(['active', 'issued', 'available'])

export function maySell(registryWord: string): boolean {
  return sellableWords.has(registryWord.trim().toLowerCase())
}
