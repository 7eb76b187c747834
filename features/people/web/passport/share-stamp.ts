// Draws a visa stamp on a picture to share, with worn ink as on the pages of the app.
import { seededRandom } from '#values/drawing/seeded-random.ts'
import { stampOutlines } from '#values/drawing/stamp-outlines.ts'
import type { StampInk, StampShape } from '#values/lists/achievements.ts'
import type { PictureColours } from './share-paper.ts'

export type PictureStamp = {
  readonly shape: StampShape
  readonly ink: StampInk
  /** Rotation in degrees. */
  readonly tilt: number
  readonly lines: readonly string[]
  readonly date?: string
}

type Place = {
  /** The centre of the stamp. */
  readonly x: number
  readonly y: number
  /** Side of its square. */
  readonly size: number
}

/** Side of the square in which stamps are defined. */
const side = 120
/** Number of spots without ink. */
const spots = 420

export function drawStamp(
  pen: CanvasRenderingContext2D,
  colours: PictureColours,
  stamp: PictureStamp,
  { x, y, size }: Place,
): void {
  // A canvas of its own, because the spots without ink must not show what is below the paper.
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const ink = canvas.getContext('2d')
  if (ink === null) throw new Error('no canvas')
  const scale = size / side
  ink.scale(scale, scale)
  ink.translate(side / 2, side / 2)
  ink.rotate((stamp.tilt * Math.PI) / 180)
  ink.scale(0.88, 0.88)
  ink.translate(-side / 2, -side / 2)
  ink.strokeStyle = colours.inks[stamp.ink]
  ink.fillStyle = colours.inks[stamp.ink]
  ink.lineJoin = 'round'
  for (const { path, width } of stampOutlines[stamp.shape]) {
    ink.lineWidth = width
    ink.stroke(new Path2D(path))
  }
  drawWords(ink, stamp)
  wearOff(ink, stamp.lines.join())
  pen.drawImage(canvas, x - size / 2, y - size / 2)
}

/** Width that the words may have, in units of the stamp. */
const wordsWidth: Readonly<Record<StampShape, number>> = {
  round: 76,
  hex: 66,
  oval: 82,
  rect: 82,
  date: 90,
}

function drawWords(ink: CanvasRenderingContext2D, { shape, lines, date }: PictureStamp): void {
  const font = (size: number) => `400 ${size}px Marcellus`
  ink.textAlign = 'center'
  ink.font = font(10)
  const widest = Math.max(...lines.map((line) => ink.measureText(line).width))
  const size = Math.min(17, (10 * wordsWidth[shape]) / widest)
  const dateSize = 8
  const height = lines.length * size * 1.12 + (date === undefined ? 0 : dateSize * 1.4)
  const top = side / 2 - height / 2
  ink.font = font(size)
  for (const [index, line] of lines.entries()) {
    ink.fillText(line, side / 2, top + size * (0.86 + index * 1.12))
  }
  if (date === undefined) return
  ink.font = font(dateSize)
  ink.fillText(date, side / 2, top + height - 1)
}

/** Removes spots of ink, the same for the same words. */
function wearOff(ink: CanvasRenderingContext2D, seed: string): void {
  const random = seededRandom(seed)
  ink.globalCompositeOperation = 'destination-out'
  for (let spot = 0; spot < spots; spot += 1) {
    ink.globalAlpha = 0.25 + random() * 0.55
    ink.beginPath()
    ink.arc(random() * side, random() * side, 0.15 + random() * random() * 0.9, 0, 2 * Math.PI)
    ink.fill()
  }
}
