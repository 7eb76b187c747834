// Tests the footer of public pages: its links, the languages, and the titles of pages.
import { afterEach, expect, it, vi } from 'vitest'
import { publicPages } from '#values/lists/public-pages.ts'
import { markupOf } from '#web/test-markup.tsx'
import { LanguageMenu } from './language-links.tsx'
import { pageTitle } from './page-title.ts'
import { PublicFooter } from './public-frame.tsx'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)/g)].map(([, path, more = '', words]) => {
    return [path, words, ...(more.includes('aria-current="true"') ? ['current'] : [])]
  })

const pages = [
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/help', 'Help'],
  ['/imprint', 'Imprint'],
  ['/transparency', 'Transparency'],
  ['/verify', 'Verify a certificate'],
  ['/log', 'Public log'],
]
const languages = [
  ['/?language=en', 'English', 'current'],
  ['/?language=nl', 'Nederlands'],
  ['/?language=fr', 'Français'],
  ['/?language=es', 'Español'],
  ['/?language=it', 'Italiano'],
  ['/?language=de', 'Deutsch'],
  ['/?language=tr', 'Türkçe'],
]

it('the footer links every public page under its title, and every language', () => {
  expect(linksIn(markupOf(<PublicFooter />))).toEqual([...pages, ...languages])
  expect(pages).toHaveLength(publicPages.length)
})

it.each([
  ['2026-11', true],
  [undefined, false],
])('in a browser, the imprint is linked with legal texts only (%s)', (termsVersion, isLinked) => {
  vi.stubEnv('SSR', false)
  vi.stubGlobal('document', { documentElement: { dataset: { termsVersion } } })
  const links = linksIn(markupOf(<PublicFooter />))
  expect(links.some(([path]) => path === '/imprint')).toBe(isLinked)
  expect(links).toContainEqual(['/terms', 'Terms'])
})

it('the menu shows the language of the page, and offers all', () => {
  const html = markupOf(<LanguageMenu />)
  expect(html).toMatch(/<button[^>]*popoverTarget="languages"[^>]*>.*?>EN<.*?>English</i)
  expect(linksIn(html)).toEqual(languages)
})

it('a title goes before the product’s name, which is not repeated', () => {
  expect(pageTitle('Help')).toBe('Help · Carbon Passport')
  expect(pageTitle('Carbon Passport')).toBe('Carbon Passport')
  expect(pageTitle()).toBe('Carbon Passport')
})
