// Tests how the giver of a new gift shares its link.
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { ShareGift } from './share-gift.tsx'

beforeEach(openPage)

it('a giver shares the gift’s link, which holds no data of the gift', async () => {
  const shared: ShareData[] = []
  vi.stubGlobal('navigator', { share: async (data: ShareData) => shared.push(data) })
  const page = await draw(<ShareGift />)
  await page.press('Share the link')
  expect(shared).toEqual([
    { text: expect.stringMatching(/gift is waiting/), url: 'https://passport.example/?gift' },
  ])
})

it('a browser without a share sheet copies the link', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => copied.push(text) },
  })
  const page = await draw(<ShareGift />)
  await page.press('Share the link')
  expect(copied).toEqual(['https://passport.example/?gift'])
})
