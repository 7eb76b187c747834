// Defines what an app shows for a sent link to the landing page: title, text and picture in a language. It
// must not contain data of a user.
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { shareTags } from '#platform/http/pages/share-tags.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { giftPath } from '#values/text/gift-address.ts'

/** The links that are sent: that of the product, and that of a gift's message. */
export const sharedLinks = ['landing', 'gift'] as const
export type SharedLink = (typeof sharedLinks)[number]

export function sharedWords(language: Language, link: SharedLink) {
  return link === 'gift'
    ? {
        title: textIn(language, 'landing_gift_title'),
        description: textIn(language, 'landing_gift_waits'),
      }
    : {
        title: textIn(language, 'landing_title'),
        description: textIn(language, 'landing_description'),
      }
}

/** Returns the path of the link's picture, which the build writes (scripts/build-web.ts). */
export const sharePicturePath = (language: Language, link: SharedLink) =>
  `/share/${link}-${language}.png`

/** Returns the Open Graph tags of the landing page. */
export function shareTagsOf(publicUrl: string, language: Language, link: SharedLink): string {
  const { title, description } = sharedWords(language, link)
  return shareTags({
    product: textIn(language, 'common_product'),
    ...{ title, description },
    url: `${publicUrl}${link === 'gift' ? giftPath : '/'}`,
    picture: `${publicUrl}${sharePicturePath(language, link)}`,
  })
}

/** Returns the title of the document, as plain text of HTML. */
export function sharedTitle(language: Language, link: SharedLink): string {
  const { title } = sharedWords(language, link)
  return escapeHtml(`${title} · ${textIn(language, 'common_product')}`)
}
