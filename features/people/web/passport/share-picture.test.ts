// Tests the words on pictures to share, and that they hold no personal data.
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { drawSharePicture, type PictureContent } from './share-picture.ts'

type Box = { left: number; right: number; top: number; bottom: number }

let words: string[]
let drawn: Box[]
let canvases: { width: number; height: number }[]
beforeEach(() => {
  openPage()
  words = []
  drawn = []
  canvases = []
  vi.stubGlobal('Path2D', class {})
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#123456' }))
  vi.stubGlobal('document', { fonts: { load: async () => [] }, createElement: newCanvas })
})

/** Returns a canvas that records its texts. Each letter is as wide as its typeface is high. */
function newCanvas() {
  const gradient = { addColorStop: () => undefined }
  const own = {
    font: '',
    fillText: (text: string, x: number, y: number) => {
      words.push(text)
      const half = own.measureText(text).width / 2
      drawn.push({ left: x - half, right: x + half, top: y - 1, bottom: y })
    },
    drawImage: (_: unknown, x: number, y: number, width?: number, height?: number) => {
      const [wide, high] = [
        width ?? canvases.at(-1)?.width ?? 0,
        height ?? canvases.at(-1)?.height ?? 0,
      ]
      drawn.push({ left: x, right: x + wide, top: y, bottom: y + high })
    },
    measureText: (text: string) => ({
      width: text.length * Number(/[0-9]+(?=px)/.exec(own.font)?.[0]),
    }),
    createLinearGradient: () => gradient,
  }
  const pen = new Proxy<Record<string, unknown>>(own, {
    get: (target, name: string) => target[name] ?? (() => undefined),
  })
  const canvas = {
    ...{ width: 0, height: 0, getContext: () => pen },
    toBlob: (tell: (blob: Blob) => void, type: string) => tell(new Blob([], { type })),
  }
  canvases.push(canvas)
  return canvas
}

const stamp = { shape: 'round', ink: 'blue', tilt: -7, lines: ['FIRST', 'OFFSET'] } as const
it.each<[string, PictureContent, string[]]>([
  [
    'a purchase',
    {
      figure: '1,200',
      unit: 'kg CO₂',
      words: 'of carbon offsets in my passport',
      stamp: { ...stamp, lines: ['OFFSET', '1,200 KG'], date: '27 NOV 2026' },
    },
    [
      ...['OFFSET', '1,200 KG', '27 NOV 2026', 'CARBON PASSPORT', '1,200', 'kg CO₂'],
      'of carbon offsets in my passport',
    ],
  ],
  [
    'a stamp',
    { figure: 'First offset', words: 'Your first kilogram', stamp },
    ['FIRST', 'OFFSET', 'CARBON PASSPORT', 'First offset', 'Your first kilogram'],
  ],
  [
    'a league',
    { figure: 'Gold', words: 'Offset league', league: 'gold' },
    ['CARBON PASSPORT', 'Gold', 'Offset league'],
  ],
])(
  'the picture of %s has its words and the site’s address, and no personal data',
  async (_, content, expected) => {
    const picture = await drawSharePicture(content, ada.id)
    expect(picture.type).toBe('image/png')
    expect([canvases[0]?.width, canvases[0]?.height]).toEqual([1080, 1350])
    expect(words).toEqual([...expected, 'passport.example'])
  },
)

it('below a scene, the stamp covers neither the scene nor the longest figure', async () => {
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => undefined
    },
  )
  vi.stubGlobal(
    'XMLSerializer',
    class {
      serializeToString = () => ''
    },
  )
  const scene = Object.create(null)
  const figure = '1,000,000'
  await drawSharePicture(
    { figure, unit: 'kg CO₂', words: 'of carbon offsets', scene, stamp: { ...stamp, date: '' } },
    ada.id,
  )
  // The stamp's own words are drawn on its canvas.
  const [sceneBox, ...others] = drawn
  const stampBox = others.find(({ bottom, top }) => bottom - top > 100)
  if (!sceneBox || !stampBox) throw new Error('no stamp')
  const after = others.slice(others.indexOf(stampBox) + 1)
  expect(after).toHaveLength(5)
  for (const box of [sceneBox, ...after]) expect(overlap(box, stampBox)).toBe(false)
})

function overlap(one: Box, other: Box): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.top < other.bottom && other.top < one.bottom
}
