// Draws the picture of a shared link to the landing page, during the build: the passport's cover with the
// product's sentence, or a sealed envelope for the link in a gift's message.
import {
  coverColours,
  drawRosette,
  drawSeal,
  emblem,
  openCover,
  wrapText,
} from '#features/certificates/share-image.ts'
import { pathOutline, strokeOutline } from '#platform/drawing/outline.ts'
import type { Picture } from '#platform/drawing/picture.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { type SharedLink, sharedWords } from './shared-link.ts'

const seed = 'emblem'

export function sharePicture(language: Language, link: SharedLink): Promise<Buffer> {
  const { picture, write } = openCover(seed, textIn(language, 'common_product'))
  if (link === 'gift') drawEnvelope(picture)
  else drawRosette(picture, seed)
  const { title, description } = sharedWords(language, link)
  const titleStyle = { face: 'title', size: 76 } as const
  const titleLines = wrapText(title, 3, titleStyle)
  titleLines.forEach((line, index) => {
    write(line, 244 + index * 84, titleStyle)
  })
  const below = 244 + titleLines.length * 84
  const textStyle = { face: 'text', size: 30 } as const
  wrapText(description, 3, textStyle).forEach((line, index) => {
    write(line, below - 8 + index * 40, textStyle)
  })
  return picture.png()
}

function drawEnvelope(picture: Picture): void {
  const [left, right] = [emblem.x - 160, emblem.x + 160]
  const [top, bottom] = [emblem.y - 105, emblem.y + 125]
  const paper = pathOutline(`M${left} ${top}H${right}V${bottom}H${left}Z`)
  picture.fill(paper, coverColours.ink)
  const folds = `M${left} ${bottom}L${emblem.x} ${emblem.y}L${right} ${bottom}M${left} ${top}L${emblem.x} ${emblem.y + 30}L${right} ${top}`
  picture.fill(strokeOutline(pathOutline(folds), 2), coverColours.gold)
  picture.fill(strokeOutline(paper, 3), coverColours.foil)
  drawSeal(picture)
}
