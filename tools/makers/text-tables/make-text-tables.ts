// Writes the tables of look-alike letters and of top-level domains from two public files:
// https://www.unicode.org/Public/security/latest/confusables.txt and
// https://data.iana.org/TLD/tlds-alpha-by-domain.txt. Run it by hand after a change of one of them:
// npm run text-tables confusables.txt tlds.txt
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const [confusablesFile = '', domainsFile = ''] = process.argv.slice(2)
const confusables = readFileSync(confusablesFile, 'utf8')
const domains = readFileSync(domainsFile, 'utf8')

/** Returns the words as concatenated string literals, in lines of at most 100 characters. */
function quoteWords(words: readonly string[], indent: string): string {
  const lines: string[] = []
  for (const word of words) {
    const lastLine = lines.at(-1)
    if (lastLine !== undefined && lastLine.length + word.length < 88)
      lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
    .map((line, index) => `${indent}'${line}${index + 1 < lines.length ? ' ' : ''}'`)
    .join(' +\n')
}

/**
 * Returns the code points of characters that look like a letter of a to z, by that letter. Characters that
 * NFKD normalisation changes are left out.
 */
function readLookAlikes(text: string): Map<string, string[]> {
  const lookAlikes = new Map<string, string[]>()
  for (const [, sourceCode = '', targetCodes = ''] of text.matchAll(
    /^([\dA-F]+) ;\t([\dA-F ]+) ;/gm,
  )) {
    const character = String.fromCodePoint(Number.parseInt(sourceCode, 16))
    const shape = String.fromCodePoint(
      ...targetCodes.split(' ').map((code) => Number.parseInt(code, 16)),
    )
    // The table has one shape for l, I and 1, and two letters for m.
    const letter = shape === 'rn' ? 'm' : isCapitalI(character, shape) ? 'i' : shape.toLowerCase()
    const isForeign = /[^ -~]/.test(character) && /[\p{L}\p{N}]/u.test(character)
    if (!/^[a-z]$/.test(letter) || !isForeign || character.normalize('NFKD') !== character) continue
    lookAlikes.set(letter, [
      ...(lookAlikes.get(letter) ?? []),
      sourceCode.toLowerCase().replace(/^0+/, ''),
    ])
  }
  return lookAlikes
}

function isCapitalI(character: string, shape: string): boolean {
  return shape === 'l' && /\p{Lu}/u.test(character)
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const version = /^# Version: (\S+)/m.exec(confusables)?.[1]
const rows = [...readLookAlikes(confusables)].sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(
  'values/text/confusables.ts',
  `// Lists characters that look like Latin letters, as hexadecimal code points. Written by
// tools/makers/text-tables from confusables.txt of UTS 39, version ${version}, © Unicode, Inc., SHA-256
// ${hash(confusables)}.

export const confusables: Readonly<Record<string, string>> = {
${rows.map(([letter, codes]) => `  ${letter}:\n${quoteWords(codes, '    ')},`).join('\n')}
}
`,
)

const names = domains
  .split('\n')
  .map((line) => line.trim().toLowerCase())
  .filter((line) => /^[a-z]{2,}$/.test(line))
writeFileSync(
  'values/text/top-level-domains.ts',
  `// Lists the top-level domains in Latin letters. Written by tools/makers/text-tables from IANA's list of
// ${names.length} such domains.

export const topLevelDomains =
${quoteWords(names, '  ')}
`,
)
