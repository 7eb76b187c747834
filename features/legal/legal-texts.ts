// Reads the operator's legal texts from LEGAL_DIR (docs/product.md#legal-texts): `privacy`, `terms`, `imprint` and
// `help` as NAME.LANGUAGE.md, and the version of privacy policy and terms in VERSION. Text is untrusted: HTML in it
// is shown as text, and links lead to safe addresses only.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import {
  defaultLanguage,
  inEachLanguage,
  type Language,
  languages,
} from '#values/lists/languages.ts'
import { type LegalPage, legalPages } from '#values/lists/public-pages.ts'

/** The HTML of a text, and the language that it is written in. */
export type LegalText = { readonly html: string; readonly language: Language }

export type LegalTexts = {
  /** The version of privacy policy and terms that users agree to. */
  readonly version: string
  readonly pages: Readonly<Record<LegalPage, Readonly<Record<Language, LegalText>>>>
  /** Names of missing files, in whose place English is shown. */
  readonly missing: readonly string[]
}

/** An error of LEGAL_DIR. `message` has one sentence for each fault. */
export class LegalTextsError extends Error {
  override name = 'LegalTextsError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Maximum size of a text in bytes. */
const textBytesMax = 512 * 1024
export const versionForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/
const fileForm = /^([a-z]+)\.([a-z]{2})\.md$/

/** Reads all texts. Throws a LegalTextsError with all faults. */
export function readLegalTexts(folder: string): LegalTexts {
  const names = namesIn(folder)
  const faults = names.flatMap(faultOfName)
  const version = readVersion(folder, faults)
  const textByName = new Map<string, string>()
  for (const name of namesOfTexts(names)) {
    const text = readText(folder, name, faults)
    if (text !== null) textByName.set(name, text)
  }
  for (const page of legalPages) {
    const name = fileName(page, defaultLanguage)
    if (!names.includes(name)) faults.push(`LEGAL_DIR has no ${name}.`)
  }
  if (faults.length > 0) throw new LegalTextsError(faults)
  const rendered = new Map([...textByName].map(([name, text]) => [name, renderLegal(text)]))
  const inLanguage = (page: LegalPage, language: Language): LegalText => {
    const own = rendered.get(fileName(page, language))
    if (own !== undefined) return { html: own, language }
    return { html: rendered.get(fileName(page, defaultLanguage)) ?? '', language: defaultLanguage }
  }
  const textsOf = (page: LegalPage) => inEachLanguage((language) => inLanguage(page, language))
  return {
    version,
    pages: {
      privacy: textsOf('privacy'),
      terms: textsOf('terms'),
      help: textsOf('help'),
      imprint: textsOf('imprint'),
    },
    missing: legalPages.flatMap((page) =>
      languages.map((language) => fileName(page, language)).filter((name) => !rendered.has(name)),
    ),
  }
}

const fileName = (page: LegalPage, language: Language) => `${page}.${language}.md`

const namesOfTexts = (names: readonly string[]) =>
  names.filter((name) => name.endsWith('.md') && faultOfName(name).length === 0)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch (error) {
    throw new LegalTextsError([`LEGAL_DIR cannot be read: ${textOf(error)}.`])
  }
}

/** Returns a fault for a misspelled name, whose text no user would see. Files of other kinds are ignored. */
function faultOfName(name: string): string[] {
  if (!name.endsWith('.md') || /^readme/i.test(name)) return []
  const [, page = '', language = ''] = fileForm.exec(name) ?? []
  const isKnown =
    legalPages.some((each) => each === page) && languages.some((each) => each === language)
  if (isKnown) return []
  const names = `${legalPages.join(', ')} and ${languages.join(', ')}`
  return [`LEGAL_DIR: ${JSON.stringify(name)} is no text of the product. Known: ${names}.`]
}

function readVersion(folder: string, faults: string[]): string {
  const text = readText(folder, 'VERSION', faults)
  const version = text?.trim() ?? ''
  if (text !== null && !versionForm.test(version)) {
    faults.push(
      'LEGAL_DIR: VERSION must contain 1 to 32 letters, digits, dots, hyphens and underscores, such as 2026-01.',
    )
  }
  return version
}

/** Reads a file as UTF-8. Returns null and adds a fault if that is impossible, or if it is empty or too large. */
function readText(folder: string, name: string, faults: string[]): string | null {
  const fault = (words: string) => {
    faults.push(`LEGAL_DIR: ${name} ${words}.`)
    return null
  }
  try {
    const bytes = readFileSync(join(folder, name))
    if (bytes.length > textBytesMax) return fault('is larger than 512 KiB')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? fault('is empty') : text
  } catch (error) {
    if (error instanceof TypeError) return fault('is not UTF-8')
    return fault(`cannot be read: ${textOf(error)}`)
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Addresses that a text may link to: web pages, mail, telephone, own pages and parts of the page. */
const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
// Pages load no pictures from elsewhere.
markdown.disable('image')
markdown.validateLink = (address) => safeLink.test(address.trim())
// The page's title is its only h1.
markdown.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens) {
    if (!token.type.startsWith('heading_')) continue
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
  }
})

/** Renders Markdown to safe HTML. */
export function renderLegal(text: string): string {
  return markdown.render(text.replace(/^\uFEFF/, ''))
}
