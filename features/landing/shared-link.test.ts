// Tests what other apps show for each link that is sent, in each language.
import { describe, expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { sharedLinks, sharedTitle, sharePicturePath, shareTagsOf } from './shared-link.ts'

const expected = {
  landing: { title: 'landing_title', text: 'landing_description', path: '/' },
  gift: { title: 'landing_gift_title', text: 'landing_gift_waits', path: '/?gift' },
} as const

describe.each(languages)('in %s', (language) => {
  it.each(sharedLinks)('the link %s has its own title, text, address and picture', (link) => {
    const { title, text, path } = expected[link]
    const tags = shareTagsOf('https://passport.example', language, link)
    const contents = [...tags.matchAll(/property="([^"]*)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name, content?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
    )
    expect(Object.fromEntries(contents)).toMatchObject({
      'og:site_name': textIn(language, 'common_product'),
      'og:title': textIn(language, title),
      'og:description': textIn(language, text),
      'og:url': `https://passport.example${path}`,
      'og:image': `https://passport.example/share/${link}-${language}.png`,
      'og:image:alt': textIn(language, title),
    })
    expect(sharePicturePath(language, link)).toBe(`/share/${link}-${language}.png`)
    const shown = `${textIn(language, title)} · ${textIn(language, 'common_product')}`
    expect(sharedTitle(language, link).replaceAll('&amp;', '&')).toBe(shown)
  })
})
