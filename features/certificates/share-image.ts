// Draws the picture of a certificate's shared link: kilograms, project and country on the passport's
// cover. It must not contain the holder's name.
import { certificateLines, rosette } from '#features/certificates/drawing.ts'
import {
  circle,
  type Lettering,
  letterOutline,
  pathOutline,
  strokeOutline,
  transformOutline,
} from '#platform/drawing/outline.ts'
import { openPicture, type Picture } from '#platform/drawing/picture.ts'
import { shareImageSize } from '#platform/http/pages/share-tags.ts'
import { seedlingPath } from '#values/drawing/seedling.ts'
import type { CertificateDrawing } from './certificate-services.ts'

/** Colours of the passport's cover, from web/styles/theme.css. */
export const coverColours = {
  ground: '#123a2d',
  line: '#6fc09d',
  gold: '#c99b4a',
  foil: '#e2c27a',
  paleFoil: '#f8e7b5',
  ink: '#f7f1de',
  soft: '#dde5d8',
}

const { width, height } = shareImageSize
const left = 84
const textWidth = 700
/** Centre of the cover's emblem. */
export const emblem = { x: 965, y: 300 } as const

type ShareImageInput = CertificateDrawing & { readonly kind: 'share-image' }

export function shareImage({ code, words }: ShareImageInput): Promise<Buffer> {
  const { picture, write } = openCover(code, words.product)
  drawRosette(picture, code)
  write(words.kg, 316, { face: 'figure', size: fittingSize(words.kg, 168, textWidth) })
  write(words.unit, 384, { face: 'title', size: 38 })
  const lines = projectLines(words.share.projects)
  lines.forEach((line, index) => {
    write(line, 462 + index * 44, { face: 'text', size: 34 })
  })
  const below = 462 + lines.length * 44
  write(words.share.country, below + 6, { face: 'text', size: 26 })
  return picture.png()
}

/** Opens a picture of the cover's ground, lines and frame, with the product's name. `seed` varies the lines. */
export function openCover(seed: string, product: string) {
  const picture = openPicture(width, height, coverColours.ground)
  drawGround(picture, seed)
  const name = { face: 'title', size: 25, tracking: 5 } as const
  const head = letterOutline(product.toUpperCase(), name, { x: left, y: 126 })
  picture.fill(head.outline, coverColours.paleFoil)
  /** Writes a line at the left margin on the baseline `y`. */
  const write = (text: string, y: number, style: Lettering) => {
    const { outline } = letterOutline(text, style, { x: left, y })
    picture.fill(outline, style.face === 'text' ? coverColours.soft : coverColours.ink)
  }
  return { picture, write }
}

function drawGround(picture: Picture, code: string): void {
  const lines = certificateLines(code, width, height)
  picture.fill(strokeOutline(pathOutline(lines.upper), 1), coverColours.line, 0.3)
  picture.fill(strokeOutline(pathOutline(lines.lower), 1), coverColours.gold, 0.34)
  for (const inset of [26, 33]) {
    const [right, bottom] = [width - inset, height - inset]
    const frame = `M${inset} ${inset}H${right}V${bottom}H${inset}Z`
    picture.fill(
      strokeOutline(pathOutline(frame), inset === 26 ? 1.6 : 0.8),
      coverColours.foil,
      0.8,
    )
  }
}

export function drawRosette(picture: Picture, code: string): void {
  const { path, petals } = rosette(code, 158, 7)
  const petal = pathOutline(path)
  const rotatedPetals = Array.from({ length: petals }, (_, index) =>
    transformOutline(petal, { ...emblem, turn: (index / petals) * 360 }),
  )
  picture.fill(strokeOutline(rotatedPetals.flat(), 1), coverColours.foil, 0.7)
  drawSeal(picture)
}

/** Draws the seedling in a ring, at the centre of the emblem. */
export function drawSeal(picture: Picture): void {
  const disc = circle(emblem.x, emblem.y, 72)
  picture.fill(disc, coverColours.ground)
  picture.fill(strokeOutline(disc, 3), coverColours.foil)
  const seedling = pathOutline(seedlingPath, { x: emblem.x + 2, y: emblem.y - 2, scale: 1.62 })
  picture.fill(strokeOutline(seedling, 5), coverColours.paleFoil)
}

/** Returns the largest font size, at most `size`, at which the text is at most `maxWidth` px wide. */
function fittingSize(text: string, size: number, maxWidth: number): number {
  const { width: whole } = letterOutline(text, { face: 'figure', size }, { x: 0, y: 0 })
  return Math.min(size, (size * maxWidth) / whole)
}

/** Returns at most two lines. A single project may fill both. Of several, the first has its own line. */
function projectLines([first = '', ...others]: readonly string[]): string[] {
  const style = { face: 'text', size: 34 } as const
  if (others.length === 0) return wrapText(first, 2, style)
  return [first, others.join(', ')].flatMap((text) => wrapText(text, 1, style))
}

/** Splits a text into at most `linesMax` lines. A longer text is cut, and ends with an ellipsis. */
export function wrapText(text: string, linesMax: number, style: Lettering): string[] {
  const fits = (line: string) => letterOutline(line, style, { x: 0, y: 0 }).width <= textWidth
  const lines: string[] = []
  let words = text.split(/\s+/)
  while (words.length > 0 && lines.length < linesMax) {
    let count = words.length
    while (count > 1 && !fits(words.slice(0, count).join(' '))) count -= 1
    lines.push(words.slice(0, count).join(' '))
    words = words.slice(count)
  }
  const last = lines.pop() ?? ''
  const isWhole = words.length === 0 && fits(last)
  let letters = [...last]
  while (!isWhole && letters.length > 1 && !fits(`${letters.join('')}…`))
    letters = letters.slice(0, -1)
  return [...lines, isWhole ? last : `${letters.join('').trimEnd()}…`]
}
