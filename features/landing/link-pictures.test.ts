// Tests that the picture of a shared link is its own in each language, and another one for a gift.
import { expect, it } from 'vitest'
import { sharePicture } from './link-picture.ts'
import { sharedLinks } from './shared-link.ts'

it('each link has a picture of its own in each language', async () => {
  const pictures = await Promise.all(
    (['en', 'de'] as const).flatMap((language) =>
      sharedLinks.map(async (link) => (await sharePicture(language, link)).toString('base64')),
    ),
  )
  expect(new Set(pictures).size).toBe(4)
})
