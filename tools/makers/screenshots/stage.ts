// Provides what a screen needs to open: a page, the texts in its language, and the users of the pictures. It
// finds elements by role and label, as users do.
import type { Locator, Page } from '@playwright/test'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { readTexts } from '#texts/read-texts.ts'
import type { Language } from '#values/lists/languages.ts'
import type { People } from './people.ts'
import type { PreparedScreen } from './photograph.ts'

export type Stage = ReturnType<typeof stageFor>

/** A screen of the product, in any language. */
export type Screen = Omit<PreparedScreen, 'open'> & {
  readonly open: (stage: Stage) => Promise<unknown>
}

/** Returns the screen of a regular user at `path`. `route` differs if the path has a parameter or a query. */
export const ofRegular = (name: string, path: string, route = path): Screen => ({
  name,
  route,
  open: ({ enter, people }) => enter(people.regular, path),
})

/** Returns the screen of a new user at `path`. */
export const ofNewcomer = (name: string, path: string): Screen => ({
  name,
  route: path,
  open: async ({ enter, newcomer }) => enter(await newcomer(), path),
})

/** Returns a text without parameters as it is, and a pattern that matches others with any values. */
function patternOf(sentence: string): string | RegExp {
  if (!sentence.includes('{')) return sentence
  const fixed = sentence.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return new RegExp(fixed.join('.+').replace(/\s/g, '\\s'))
}

export function stageFor(page: Page, language: Language, url: string, people: People) {
  const texts = readTexts(language)
  /** Returns a text, or a pattern for a text with values. */
  function say(key: string): string | RegExp {
    const message = texts.get(key)?.message
    if (typeof message !== 'string') throw new Error(`${key} is no sentence of texts/${language}`)
    return patternOf(message)
  }
  /** Creates a new user. */
  const newcomer = () => new Person(url, newPhone()).signIn()
  return {
    page,
    url,
    people,
    say,
    button: (key: string, within?: Locator) =>
      (within ?? page).getByRole('button', { name: say(key), exact: true }).first(),
    field: (key: string, within?: Locator) =>
      (within ?? page).getByLabel(say(key), { exact: true }).first(),
    dialog: () => page.getByRole('dialog').last(),
    newcomer,
    /** Sets the person's language to the page's, sets the session's cookie, and opens the path. */
    async enter(person: Person, path: string) {
      await person.call('PATCH', '/api/profile', { language })
      await page.context().addCookies([person.browserCookie])
      await page.goto(path)
    },
  }
}
