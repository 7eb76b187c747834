// Tests what LEGAL_DIR may contain, and that no text of it can act on a page.
import { afterEach, describe, expect, it } from 'vitest'
import { legalFolder } from '#tests/support/legal-folder.ts'
import { languages } from '#values/lists/languages.ts'
import { legalPages } from '#values/lists/public-pages.ts'
import { LegalTextsError, readLegalTexts, renderLegal } from './legal-texts.ts'

let remove: () => void = () => undefined
afterEach(() => remove())

function read(texts: Parameters<typeof legalFolder>[0] = {}) {
  const made = legalFolder(texts)
  remove = made.remove
  return readLegalTexts(made.folder)
}

function faultsOf(texts: Parameters<typeof legalFolder>[0]): readonly string[] {
  try {
    read(texts)
  } catch (error) {
    if (error instanceof LegalTextsError) return error.faults
    throw error
  }
  return []
}

describe('a folder of legal texts', () => {
  it('has a version, and English in place of a missing language', () => {
    const { version, pages, missing } = read()
    expect(version).toBe('2026-11')
    expect(pages.privacy.de).toMatchObject({ language: 'de' })
    expect(pages.privacy.de.html).toContain('Deine Nummer')
    expect(pages.privacy.tr).toEqual(pages.privacy.en)
    expect(pages.terms.de.language).toBe('en')
    expect(missing).toContain('terms.de.md')
    expect(missing).not.toContain('privacy.de.md')
    expect(missing).toHaveLength(4 * 7 - 5)
  })

  it.each(legalPages)('has the text of %s on its own page, in each language', (page) => {
    for (const language of languages) {
      const { pages } = read({ [`${page}.${language}.md`]: `Only ${page} in ${language}` })
      const shown = legalPages.flatMap((each) =>
        languages
          .filter((other) => pages[each][other].html.includes(`<p>Only ${page} in ${language}</p>`))
          .map((other) => [each, pages[each][other].language, other]),
      )
      expect(shown).toContainEqual([page, language, language])
      expect(shown.filter(([each, written]) => each !== page || written !== language)).toEqual([])
      remove()
    }
  })

  it('may contain other files', () => {
    expect(faultsOf({ 'README.md': 'x', 'notes.txt': 'x', '.hidden.md': 'x' })).toEqual([])
  })

  it.each<[string, Parameters<typeof legalFolder>[0], RegExp]>([
    ['a missing English text', { 'terms.en.md': undefined }, /no terms\.en\.md/],
    ['an unknown page', { 'cookies.en.md': 'x' }, /"cookies\.en\.md" is no text/],
    ['an unknown language', { 'terms.gr.md': 'x' }, /"terms\.gr\.md" is no text/],
    ['a name in capitals', { 'Terms.en.md': 'x' }, /"Terms\.en\.md" is no text/],
    ['an empty text', { 'help.en.md': ' \n' }, /help\.en\.md is empty/],
    ['a text that is not UTF-8', { 'help.de.md': Buffer.from([0xff, 0xfe, 0x41]) }, /not UTF-8/],
    ['a text that is too large', { 'help.en.md': 'x'.repeat(524_289) }, /larger than 512 KiB/],
    ['no version', { VERSION: '' }, /VERSION is empty/],
    ['a version with a blank', { VERSION: '2026 11' }, /VERSION must contain/],
    ['a version of two lines', { VERSION: '1\n2' }, /VERSION must contain/],
    ['a long version', { VERSION: 'x'.repeat(33) }, /VERSION must contain/],
  ])('is refused for %s', (_, texts, fault) => {
    expect(faultsOf(texts)).toEqual([expect.stringMatching(fault)])
  })

  it('reports all faults at once, and a folder that is missing', () => {
    expect(faultsOf({ VERSION: '', 'terms.en.md': '', 'x.md': '' })).toHaveLength(3)
    expect(() => readLegalTexts('/nowhere/at/all')).toThrow(/LEGAL_DIR cannot be read/)
  })
})

describe('Markdown', () => {
  it('has headings below the title of the page, lists, tables and links', () => {
    const html = renderLegal('\uFEFF# A\n\n## B\n\n###### C\n\n- d\n\n| e |\n|---|\n| f |\n')
    expect(html).toMatch(/<h2>A<\/h2>\s*<h3>B<\/h3>\s*<h6>C<\/h6>/)
    expect(html).toContain('<li>d</li>')
    expect(html).toContain('<td>f</td>')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](  JaVaScript:alert(1))',
    '[a](java&#x73;cript:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](//evil.example)',
    '[a](/\\evil.example)',
    '[a](ftp://x.example)',
    '![a](https://evil.example/pixel.png)',
    '<a href="javascript:alert(1)">x</a>',
    '[a]: javascript:alert(1)\n\n[a]',
    '<javascript:alert(1)>',
    '[a](https://x.example "onmouseover=alert(1)")',
    '`<script>`',
    '<svg/onload=alert(1)>',
    '<!-- --><iframe src=//evil.example>',
  ])('renders %j without anything that acts', (text) => {
    const html = renderLegal(text)
    const tags = [...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag)
    expect(tags.filter((tag) => !['p', 'a', 'code', 'pre', 'em'].includes(`${tag}`))).toEqual([])
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) {
      expect(address).toMatch(/^(https?:\/\/|mailto:|tel:|\/[^/\\]|#)/)
    }
    expect(html).not.toMatch(/<[^>]*\son\w+=/)
  })

  it.each(['https://a.example/b', 'mailto:a@b.example', 'tel:+44123', '/terms', '#part'])(
    'links to %s',
    (address) => {
      expect(renderLegal(`[a](${address})`)).toContain(`href="${address}"`)
    },
  )
})
