// Draws the picture of a certificate's shared link: kilograms, project and country on the passport's
// cover. It must not contain the holder's name.
import {
  certificateLines,
  rosette,
  seedlingPath,
  shareImageSize,
} from '#features/certificates/drawing.ts'
import {
  circle,
  letterOutline,
  pathOutline,
  strokeOutline,
  transformOutline,
} from '#platform/drawing/outline.ts'
import { openPicture, type Picture } from '#platform/drawing/picture.ts'
import type { CertificateDrawing } from './certificate-services.ts'

/** Colours of the passport's cover, from web/styles/theme.css. */
const colours = {
  ground: '#123a2d',
  line: '#6fc09d',
  gold: '#c99b4a',
  foil: '#e2c27a',
  paleFoil: '#f8e7b5',
  ink: '#f7f1de',
  soft: '#dde5d8',
}

const left = 84
const { width, height } = shareImageSize
const textWidth = 700

type ShareImageInput = CertificateDrawing & { readonly kind: 'share-image' }

export function shareImage({ code, words }: ShareImageInput): Promise<Buffer> {
  const picture = openPicture(width, height, colours.ground)
  drawCover(picture, code)
  const write = (text: string, y: number, face: 'title' | 'text' | 'light', size: number) => {
    const { outline } = letterOutline(text, { face, size }, { x: left, y })
    picture.fill(outline, face === 'text' ? colours.soft : colours.ink)
  }
  const product = { face: 'title', size: 25, tracking: 5 } as const
  const head = letterOutline(words.product.toUpperCase(), product, { x: left, y: 126 })
  picture.fill(head.outline, colours.paleFoil)
  write(words.kg, 316, 'light', fittingSize(words.kg, 'light', 168, textWidth))
  write(words.unit, 384, 'title', 38)
  const lines = projectLines(words.share.projects)
  lines.forEach((line, index) => {
    write(line, 462 + index * 44, 'text', 34)
  })
  const below = 462 + lines.length * 44
  write(words.share.country, below + 6, 'text', 26)
  return picture.png()
}

function drawCover(picture: Picture, code: string): void {
  const lines = certificateLines(code, width, height)
  picture.fill(strokeOutline(pathOutline(lines.upper), 1), colours.line, 0.3)
  picture.fill(strokeOutline(pathOutline(lines.lower), 1), colours.gold, 0.34)
  for (const inset of [26, 33]) {
    const [right, bottom] = [width - inset, height - inset]
    const border = `M${inset} ${inset}H${right}V${bottom}H${inset}Z`
    picture.fill(strokeOutline(pathOutline(border), inset === 26 ? 1.6 : 0.8), colours.foil, 0.8)
  }
  const centre = { x: 965, y: 300 }
  const { path, petals } = rosette(code, 158, 7)
  const petal = pathOutline(path)
  const rotatedPetals = Array.from({ length: petals }, (_, index) =>
    transformOutline(petal, { ...centre, turn: (index / petals) * 360 }),
  )
  picture.fill(strokeOutline(rotatedPetals.flat(), 1), colours.foil, 0.7)
  const disc = circle(centre.x, centre.y, 72)
  picture.fill(disc, colours.ground)
  picture.fill(strokeOutline(disc, 3), colours.foil)
  const seedling = pathOutline(seedlingPath, { x: centre.x + 2, y: centre.y - 2, scale: 1.62 })
  picture.fill(strokeOutline(seedling, 5), colours.paleFoil)
}

/** Returns the largest font size, at most `size`, at which the text is at most `maxWidth` px wide. */
function fittingSize(text: string, face: 'light', size: number, maxWidth: number): number {
  return Math.min(
    size,
    (size * maxWidth) / letterOutline(text, { face, size }, { x: 0, y: 0 }).width,
  )
}

/** Returns at most two lines. A single project may fill both. Of several, the first has its own line. */
function projectLines([first = '', ...others]: readonly string[]): string[] {
  if (others.length === 0) return wrapText(first, 2)
  return [first, others.join(', ')].flatMap((text) => wrapText(text, 1))
}

/** Splits a text into at most `linesMax` lines. A longer text is cut, and ends with an ellipsis. */
function wrapText(text: string, linesMax: number): string[] {
  const fits = (line: string) =>
    letterOutline(line, { face: 'text', size: 34 }, { x: 0, y: 0 }).width <= textWidth
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
