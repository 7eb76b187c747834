// Finds the registry whose code or name another text resembles, among the registries whose serials are
// compared.
import { skeleton } from '#values/text/look-alikes.ts'
import type { SerialRegistry } from './serial-forms.ts'

/** Codes of registries and of their units. Each is compared with whole words of a name. */
const codes: readonly (readonly [string, SerialRegistry])[] = [
  ...(['ACR', 'CAR', 'CDM', 'GS', 'VCS'] as const).map((code) => [code, code] as const),
  ['VCU', 'VCS'],
  ['CRT', 'CAR'],
  ['GSF', 'GS'],
  ['GS4GG', 'GS'],
]
/** Parts of the registries' names, without blanks. Each may occur anywhere in a name. */
const nameParts: readonly (readonly [string, SerialRegistry])[] = [
  ['AMERICANCARBON', 'ACR'],
  ['CLIMATEACTION', 'CAR'],
  ['CLIMATERESERVE', 'CAR'],
  ['CLEANDEVELOPMENT', 'CDM'],
  ['UNFCCC', 'CDM'],
  ['GOLDSTAND', 'GS'],
  ['VERIFIEDCARBON', 'VCS'],
  ['VERRA', 'VCS'],
]

const codeSkeletons = new Map(codes.map(([code, registry]) => [skeleton(code), registry]))
const nameSkeletons = nameParts.map(([part, registry]) => [skeleton(part), registry] as const)

/** Returns `VCS` for `V.C.S.`, `vcs2`, `VC5` and `Verra`; null for a name that resembles no registry. */
export function resembledRegistry(name: string): SerialRegistry | null {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const words = plain.split(/[^\p{L}\p{N}]+/u)
  const joined = words.join('')
  const spellings = [name, joined, ...words].flatMap((word) => {
    return [word, word.replace(/\p{N}+$/u, ''), word.replace(/\p{N}+/gu, '')]
  })
  const code = spellings.map((word) => codeSkeletons.get(skeleton(word))).find((found) => found)
  const skeletons = [skeleton(joined), skeleton(joined.replace(/\p{N}+/gu, ''))]
  const named = nameSkeletons.find(([part]) => skeletons.some((each) => each.includes(part)))
  return code ?? named?.[1] ?? null
}

/**
 * Returns true if a name has only Latin letters, digits and common signs. Other names cannot be compared,
 * because no list contains all look-alikes of other scripts.
 */
export function isPlainName(name: string): boolean {
  const letters = name.normalize('NFD').replace(/\p{Mn}/gu, '')
  return /^[A-Za-z\u00df\u00e6\u00c6\u00f8\u00d8\u0131\u0142\u01410-9 .,&'’()/_+-]+$/.test(letters)
}
