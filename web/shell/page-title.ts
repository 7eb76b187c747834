// Sets the title of the browser's tab, which screen readers announce.
import { useEffect } from 'react'
import type { PublicPage } from '#values/lists/public-pages.ts'
import { texts } from '#web/texts.ts'

/** Returns the title followed by the product's name. Without a title, returns only the product's name. */
export function pageTitle(title?: string): string {
  const product = texts.common_product()
  return title && title !== product ? `${title} · ${product}` : product
}

export function usePageTitle(title?: string) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}

/** Titles of the public pages, which are also the texts of links to them. */
export const publicTitles = {
  privacy: texts.common_privacy,
  terms: texts.common_terms,
  help: texts.common_help,
  imprint: texts.common_imprint,
  transparency: texts.common_transparency,
  verify: texts.common_verify,
  log: texts.common_log,
} as const satisfies Record<PublicPage, () => string>
