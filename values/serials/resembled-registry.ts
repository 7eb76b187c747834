// Finds the registry whose code or name another text resembles, among the registries whose serials are
// compared.
import { skeleton } from '#values/text/look-alikes.ts'
import { isNearSpelling } from '#values/text/near-spelling.ts'
import type { SerialRegistry } from './serial-forms.ts'

/** Codes of registries and of their units. Each is compared with the words of a name. */
const codes: readonly (readonly [string, SerialRegistry])[] = [
  ...(['ACR', 'CAR', 'CDM', 'GS', 'VCS'] as const).map((code) => [code, code] as const),
  ['VCU', 'VCS'],
  ['ERT', 'ACR'],
  ['CRT', 'CAR'],
  ['CER', 'CDM'],
  ['VER', 'GS'],
  ['GSF', 'GS'],
  ['GS4GG', 'GS'],
]
/** Parts of the registries' names, without blanks. Each may occur anywhere in a name. */
const nameParts: readonly (readonly [string, SerialRegistry])[] = [
  ['AMERICANCARBON', 'ACR'],
  ['CLIMATEACTION', 'CAR'],
  ['CLIMATERESERVE', 'CAR'],
  ['CLEANDEVELOPMENT', 'CDM'],
  ['UNFCC', 'CDM'],
  ['GOLDSTAND', 'GS'],
  ['VERIFIEDCARBON', 'VCS'],
  ['VERRA', 'VCS'],
]
/** Names whose first word may be lengthened, and the next one abbreviated: `Golden Std`. */
const firstWords: readonly (readonly [string, string, SerialRegistry])[] = [
  ['american', 'carbon', 'ACR'],
  ['climate', 'action', 'CAR'],
  ['climate', 'reserve', 'CAR'],
  ['clean', 'development', 'CDM'],
  ['gold', 'standard', 'GS'],
  ['verified', 'carbon', 'VCS'],
]
/** Words next to a code, also joined with it, that leave it the name of the registry. */
const companions = ['the', 'registry', 'register', 'standard', 'credit', 'unit', 's']

const codeSkeletons = new Map(codes.map(([code, registry]) => [skeleton(code), registry]))
const nameSkeletons = nameParts.map(([part, registry]) => [skeleton(part), registry] as const)
/** Codes without a vowel occur in no other word, and count inside of one: `VCSA`. */
const innerCodes = [...codeSkeletons].filter(([code]) => /^[^aeiou]{3,}$/.test(code))
/** Matches a word of codes and companions alone: `GSVER`, `CERs`, `CARregistry`. */
const wordOfCodes = new RegExp(
  `^(?:${companions.map(skeleton).join('|')})*(${[...codeSkeletons.keys()].join('|')})` +
    `(?:${[...codeSkeletons.keys(), ...companions.map(skeleton)].join('|')})*$`,
)
const abbreviations = firstWords.map(([first, second, registry]) => {
  const letters = Array.from(skeleton(second).slice(1), (letter) => `${letter}?`).join('')
  const pattern = `(?:^| )${skeleton(first)}[a-z]{0,2} ?${skeleton(second).slice(0, 1)}${letters}(?: |$)`
  return [new RegExp(pattern), registry] as const
})
/** Units that other registries have too, as in T-VER. They count only if the name has no other word. */
const sharedUnit = new RegExp(`^(?:${['CER', 'ERT', 'VER'].map(skeleton).join('|')})s?$`)
const verra = skeleton('Verra')

/**
 * Returns `VCS` for `V.C.S.`, `vcs2`, `VC5`, `MyVCS`, `VCUs` and `Vera`; null for a name that resembles
 * no registry.
 */
export function resembledRegistry(name: string): SerialRegistry | null {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const words = plain.split(/[^\p{L}\p{N}]+/u)
  const joined = words.join('')
  const parts = words.flatMap((word) =>
    word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u),
  )
  const single = [...words, ...parts].filter((word) => !sharedUnit.test(skeleton(word)))
  const spellings = [name, joined, ...single].flatMap((word) =>
    [word, word.replace(/\p{N}+$/u, ''), word.replace(/\p{N}+/gu, '')].map(skeleton),
  )
  const skeletons = [skeleton(joined), skeleton(joined.replace(/\p{N}+/gu, ''))]
  const spaced = [words, parts].map((each) => each.map(skeleton).join(' '))
  return (
    firstOf(spellings, codeOfWord) ??
    firstOf(words, (word) => innerCodeOf(word.toLowerCase())) ??
    nameSkeletons.find(([part]) => skeletons.some((each) => each.includes(part)))?.[1] ??
    abbreviations.find(([pattern]) => spaced.some((each) => pattern.test(each)))?.[1] ??
    (spellings.some(resemblesVerra) ? 'VCS' : null)
  )
}

function firstOf<T>(
  texts: readonly string[],
  find: (text: string) => T | undefined,
): T | undefined {
  for (const text of texts) {
    const found = find(text)
    if (found !== undefined) return found
  }
  return undefined
}

function codeOfWord(word: string): SerialRegistry | undefined {
  const code = wordOfCodes.exec(word)?.[1]
  return code === undefined ? innerCodeOf(word) : codeSkeletons.get(code)
}

function innerCodeOf(word: string): SerialRegistry | undefined {
  return innerCodes.find(([inner]) => word.includes(inner))?.[1]
}

/** A typing error counts after the first letter alone: Terra is a word of its own. W is as good as V. */
function resemblesVerra(word: string): boolean {
  const spelling = word.replace(/^w/, 'v')
  return spelling.startsWith('v') && isNearSpelling(spelling, verra)
}

/**
 * Returns true if a name has only Latin letters, digits and common signs. Other names cannot be compared,
 * because no list contains all look-alikes of other scripts.
 */
export function isPlainName(name: string): boolean {
  const letters = name.normalize('NFD').replace(/\p{Mn}/gu, '')
  return /^[A-Za-z\u00df\u00e6\u00c6\u00f8\u00d8\u0131\u0142\u01410-9 .,&'’()/_+-]+$/.test(letters)
}
