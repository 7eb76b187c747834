// Draws a picture to share, of kilograms, a stamp or a league, in the browser and without sending it. The picture
// must not contain a name, a phone number, a code or the passport's id.
import { seedlingPath } from '#values/drawing/seedling.ts'
import type { League } from '#values/lists/leagues.ts'
import { texts } from '#web/texts.ts'
import { coloursOfPicture, drawPaper, type PictureColours, sheet } from './share-paper.ts'
import { drawStamp, type PictureStamp } from './share-stamp.ts'

const width = 1080
const height = 1350
const middle = width / 2

/** The parts of a picture. Below a scene, the stamp is next to the figure; otherwise the stamp or the league is alone. */
export type PictureContent = {
  /** The large text, such as `3,000` or a title. */
  readonly figure: string
  /** The unit below the figure. */
  readonly unit?: string
  readonly words: string
  /** A drawing without typefaces and style sheets, 16 by 9. */
  readonly scene?: SVGSVGElement | null
  readonly stamp?: PictureStamp
  readonly league?: League
}

/**
 * Returns a PNG of 1080 by 1350 pixels. The passport's id is the seed of its lines, which do not reveal the id.
 * Throws if the browser cannot draw one.
 */
export async function drawSharePicture(content: PictureContent, passportId: string): Promise<Blob> {
  const { scene, stamp, league } = content
  const [sceneImage] = await Promise.all([
    scene ? loadScene(scene) : null,
    document.fonts.load('400 100px Marcellus', wordsOf(content)),
    document.fonts.load('500 40px "Hanken Grotesk"', wordsOf(content)),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  const colours = coloursOfPicture(getComputedStyle(document.documentElement))
  pen.fillStyle = colours.cover
  pen.fillRect(0, 0, width, height)
  drawPaper(pen, colours, passportId)
  if (sceneImage) drawScene(pen, colours, sceneImage)
  if (stamp) {
    drawStamp(pen, colours, stamp, sceneImage ? stampPlace : { x: middle, y: 520, size: 560 })
  }
  if (league) drawMedal(pen, colours, league)
  drawTexts(pen, colours, content, sceneImage !== null && stamp !== undefined)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

const wordsOf = ({ figure, unit = '', words, stamp }: PictureContent): string =>
  [figure, unit, words, texts.common_product(), ...(stamp?.lines ?? [])]
    .join('')
    .toLocaleUpperCase()

/** Returns an SVG element as an image. */
async function loadScene(scene: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image(1280, 720)
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(scene))}`
  await image.decode()
  return image
}

const sceneBox = { x: 128, y: 262, width: 824, height: 430 }
/** The place of a stamp below a scene, on paper, because ink on a drawing cannot be read. */
const stampPlace = { x: 800, y: 895, size: 300 }
/** Width of a figure to the left of that stamp. */
const figureWidth = 500
const figureMiddle = sceneBox.x + figureWidth / 2

function drawScene(
  pen: CanvasRenderingContext2D,
  { line }: PictureColours,
  image: HTMLImageElement,
): void {
  const { x, y } = sceneBox
  pen.save()
  pen.beginPath()
  pen.roundRect(x, y, sceneBox.width, sceneBox.height, 28)
  pen.clip()
  // The upper and the lower edge of the scene are cut.
  const wholeHeight = (sceneBox.width * 9) / 16
  pen.drawImage(image, x, y - (wholeHeight - sceneBox.height) / 2, sceneBox.width, wholeHeight)
  pen.restore()
  pen.beginPath()
  pen.roundRect(x, y, sceneBox.width, sceneBox.height, 28)
  pen.strokeStyle = line
  pen.lineWidth = 3
  pen.stroke()
}

/** Draws the medal of a league, in its metal. */
function drawMedal(pen: CanvasRenderingContext2D, colours: PictureColours, league: League): void {
  const { stops, ink } = colours.metals[league]
  const [x, y, radius] = [middle, 510, 225]
  const foil = pen.createLinearGradient(x - radius, y - radius * 0.6, x + radius, y + radius * 0.6)
  for (const [index, stop] of stops.entries()) foil.addColorStop(index / (stops.length - 1), stop)
  const circle = (size: number) => {
    pen.beginPath()
    pen.arc(x, y, size, 0, 2 * Math.PI)
  }
  pen.save()
  pen.shadowColor = colours.shade
  pen.shadowBlur = 36
  pen.shadowOffsetY = 14
  circle(radius)
  pen.fillStyle = foil
  pen.fill()
  pen.restore()
  pen.save()
  pen.strokeStyle = ink
  pen.globalAlpha = 0.6
  pen.lineWidth = 3
  for (const size of [radius - 16, radius - 26]) {
    circle(size)
    pen.stroke()
  }
  pen.globalAlpha = 0.85
  pen.translate(x, y)
  pen.scale(4, 4)
  pen.lineWidth = 2.4
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(seedlingPath))
  pen.restore()
}

function drawTexts(
  pen: CanvasRenderingContext2D,
  colours: PictureColours,
  { figure, unit, words }: PictureContent,
  isNextToStamp: boolean,
): void {
  const title = '400 {}px Marcellus'
  const text = '500 {}px "Hanken Grotesk"'
  const draw = (line: string, y: number, font: string, size: number) =>
    drawText(pen, line, { y, font, size })
  /** Draws a line of the figure, in the middle of the sheet or of the part that a stamp leaves free. */
  const drawFigure = (line: string, y: number, size: number) =>
    isNextToStamp
      ? drawText(pen, line, { y, font: title, size, x: figureMiddle, width: figureWidth })
      : draw(line, y, title, size)
  pen.textAlign = 'center'
  pen.fillStyle = colours.ink
  draw(texts.common_product().toLocaleUpperCase(), 208, title, 46)
  drawFigure(figure, unit === undefined ? 965 : 920, unit === undefined ? 130 : 200)
  if (unit !== undefined) drawFigure(unit, 1000, 64)
  pen.fillStyle = colours.soft
  draw(words, 1085, text, 42)
  pen.fillStyle = colours.onCover
  draw(location.host, height - 70, text, 42)
}

const textWidth = sheet.width - 150

type Line = {
  readonly y: number
  /** The typeface, with `{}` in place of the size. */
  readonly font: string
  readonly size: number
  /** The middle of the line, by default that of the sheet. */
  readonly x?: number
  /** The largest width, by default that of the sheet. */
  readonly width?: number
}

/** Draws text in a size, or smaller so that it fits into its width. */
function drawText(pen: CanvasRenderingContext2D, text: string, line: Line): void {
  const { y, font, size, x = middle, width: room = textWidth } = line
  pen.font = font.replace('{}', String(size))
  const scale = Math.min(1, room / pen.measureText(text).width)
  pen.font = font.replace('{}', String(Math.floor(size * scale)))
  pen.fillText(text, x, y)
}
