// Holds the title of each public page, which is also the text of links to it.
import type { PublicPage } from '#values/lists/public-pages.ts'
import { texts } from './texts.ts'

export const publicTitles = {
  privacy: texts.common_privacy,
  terms: texts.common_terms,
  help: texts.common_help,
  transparency: texts.common_transparency,
  verify: texts.common_verify,
} as const satisfies Record<PublicPage, () => string>
