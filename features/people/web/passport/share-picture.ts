// Draws a picture of a passport's kilograms to share, in the browser and without sending it. The picture must
// not contain a name, a phone number, a code or the passport's id.
import { passportLines } from '#values/drawing/guilloche-lines.ts'
import { texts } from '#web/texts.ts'

const width = 1080
const height = 1350
const margin = 64

type PictureContent = {
  /** Seed of the guilloche lines. The lines do not reveal the id. */
  readonly passportId: string
  /** The kilograms in large type, such as `3,000`. */
  readonly figure: string
}

/** Returns a PNG of 1080 by 1350 pixels. Throws if the browser cannot draw one. */
export async function drawSharePicture({ passportId, figure }: PictureContent): Promise<Blob> {
  await Promise.all([
    document.fonts.load('400 100px Marcellus', `${figure}A`),
    document.fonts.load('500 40px "Hanken Grotesk"', 'a'),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  const colours = coloursOf(getComputedStyle(document.documentElement))
  pen.fillStyle = colours.cover
  pen.fillRect(0, 0, width, height)
  drawPaper(pen, colours, passportId)
  drawTexts(pen, colours, figure)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/** Returns the colours of the theme's paper, which are the same in the light and the dark theme. */
function coloursOf(style: CSSStyleDeclaration) {
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    cover: colour('--paper-forest'),
    onCover: colour('--paper-on-forest'),
    paper: colour('--paper-sheet'),
    ink: colour('--paper-ink'),
    soft: colour('--paper-soft'),
    green: colour('--paper-focus'),
    brown: colour('--ink-brown'),
  }
}

type Colours = ReturnType<typeof coloursOf>

const paper = { x: margin, y: margin, width: width - 2 * margin, height: height - 3.4 * margin }

function drawPaper(pen: CanvasRenderingContext2D, colours: Colours, passportId: string): void {
  const lines = passportLines(passportId, paper.width, paper.height)
  pen.save()
  pen.beginPath()
  pen.roundRect(paper.x, paper.y, paper.width, paper.height, 44)
  pen.clip()
  pen.fillStyle = colours.paper
  pen.fillRect(0, 0, width, height)
  pen.translate(paper.x, paper.y)
  pen.globalAlpha = 0.4
  pen.lineWidth = 1.1
  pen.strokeStyle = colours.green
  pen.stroke(new Path2D(lines.upper))
  drawRosette(pen, lines.large)
  pen.strokeStyle = colours.brown
  pen.stroke(new Path2D(lines.lower))
  drawRosette(pen, lines.small)
  pen.restore()
}

type Rosette = ReturnType<typeof passportLines>['large']

function drawRosette(pen: CanvasRenderingContext2D, { path, petals, x, y }: Rosette): void {
  const petal = new Path2D(path)
  pen.save()
  pen.translate(x, y)
  pen.globalAlpha = 0.22
  for (let index = 0; index < petals; index += 1) {
    pen.rotate((2 * Math.PI) / petals)
    pen.stroke(petal)
  }
  pen.restore()
}

function drawTexts(pen: CanvasRenderingContext2D, colours: Colours, figure: string): void {
  const middle = width / 2
  const textWidth = paper.width - 2 * margin
  pen.textAlign = 'center'
  pen.fillStyle = colours.ink
  drawText(
    pen,
    texts.common_product().toLocaleUpperCase(),
    middle,
    220,
    '400 52px Marcellus',
    textWidth,
  )
  drawText(pen, figure, middle, 690, '400 300px Marcellus', textWidth)
  drawText(pen, 'kg CO₂', middle, 800, '400 84px Marcellus', textWidth)
  pen.fillStyle = colours.soft
  drawText(pen, texts.passport_share_words(), middle, 900, '500 44px "Hanken Grotesk"', textWidth)
  pen.fillStyle = colours.onCover
  drawText(pen, location.host, middle, height - 78, '500 44px "Hanken Grotesk"', textWidth)
}

/** Draws text in the size of `font`, or smaller so that it is not wider than `widthMax`. */
function drawText(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  widthMax: number,
): void {
  pen.font = font
  const scale = Math.min(1, widthMax / pen.measureText(text).width)
  pen.font = font.replace(/\d+(?=px)/, (size) => String(Math.floor(Number(size) * scale)))
  pen.fillText(text, x, y)
}
