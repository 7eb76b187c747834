// Tests the tags by which other apps show a sent link.
import { expect, it } from 'vitest'
import { shareTags } from './share-tags.ts'

it('gives each tag its own fact, with signs of HTML escaped', () => {
  const page = {
    product: 'Carbon Passport',
    title: 'A gift of "5 kg" & more',
    description: 'Open <it>.',
    url: 'https://passport.example/?gift=1&a=2',
    picture: 'https://passport.example/share/gift.png',
  }
  const written = shareTags(page).split('\n')
  expect(written).toEqual([
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Carbon Passport">',
    '<meta property="og:title" content="A gift of &quot;5 kg&quot; &amp; more">',
    '<meta property="og:description" content="Open &lt;it&gt;.">',
    '<meta property="og:url" content="https://passport.example/?gift=1&amp;a=2">',
    '<meta property="og:image" content="https://passport.example/share/gift.png">',
    '<meta property="og:image:type" content="image/png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A gift of &quot;5 kg&quot; &amp; more">',
    '<meta property="twitter:card" content="summary_large_image">',
  ])
})
