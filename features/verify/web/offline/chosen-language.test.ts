// Tests the language of the offline verifier: the browser's first one that the product has, or the chosen one. Each
// test opens a module of its own, because it reads the browser's languages once.
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})
/** The query makes it another module, so that the ones that the worker shares stay as they are. */
function openIn(...tags: readonly string[]): Promise<typeof import('./chosen-language.ts')> {
  vi.stubGlobal('navigator', { languages: tags })
  const module = `./chosen-language.ts?languages=${encodeURIComponent(tags.join())}`
  return import(/* @vite-ignore */ module)
}

it.each([
  [['de-CH', 'fr'], 'de', 'de-CH'],
  [['pt-BR', 'fr-CA', 'de'], 'fr', 'fr-CA'],
  [['pt'], 'en', 'en'],
  [[], 'en', 'en'],
  [['tr_TR', 'it'], 'it', 'it'],
  [['nl-!', 'nl-BE'], 'nl', 'nl-BE'],
])('of %j is %s, with the locale %s', async (tags, language, locale) => {
  const { chosenLanguage, personLocale } = await openIn(...tags)
  expect([chosenLanguage(), personLocale()]).toEqual([language, locale])
})

it('the chosen one replaces it, with the reader’s own locale of it or none', async () => {
  const { chooseLanguage, chosenLanguage, personLocale } = await openIn('de-AT', 'en-GB')
  chooseLanguage('en')
  expect([chosenLanguage(), personLocale()]).toEqual(['en', 'en-GB'])
  chooseLanguage('it')
  expect([chosenLanguage(), personLocale()]).toEqual(['it', 'it'])
})
