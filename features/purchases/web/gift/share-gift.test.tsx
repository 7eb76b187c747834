// Tests how the giver of a new gift shares its link.
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { ShareGift, ShareGiftPicture } from './share-gift.tsx'

let toasts: unknown[]
beforeEach(() => {
  toasts = []
  openPage()
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return String(title)
  })
  return () => void vi.restoreAllMocks()
})

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
  expect(toasts).toEqual([texts.activity_link_copied()])
})

const refused = (name: string) => () => Promise.reject(new DOMException('', name))
it.each([
  ['a share sheet that the user closes', { share: refused('AbortError') }, []],
  ['a share sheet that fails', { share: refused('NotAllowedError') }, [texts.common_copy_failed()]],
  [
    'a clipboard that is blocked',
    { clipboard: { writeText: refused('NotAllowedError') } },
    [texts.common_copy_failed()],
  ],
])('%s is no copied link, and can be pressed again', async (_, navigator, notices) => {
  vi.stubGlobal('navigator', navigator)
  const page = await draw(<ShareGift />)
  await page.press('Share the link')
  await page.press('Share the link')
  expect(toasts).toEqual([...notices, ...notices])
})

it.each([
  [1, '2026-11-21T12:00:00.000Z', '1', 'NOV 21, 26'],
  [1_234, '2025-02-03T12:00:00.000Z', '1,234', 'FEB 03, 25'],
])(
  'the picture of a gift of %i kg has its kilograms and the day on which it was given',
  (kg, givenAt, figure, date) => {
    const { contentOf } = ShareGiftPicture({ kg, givenAt, scene: null }).props
    expect(contentOf()).toMatchObject({ figure, unit: 'kg CO₂', stamp: { lines: ['GIVEN'], date } })
  },
)
