// Draws the paper of a picture to share: a sheet with a frame of fine lines, different for each passport.
import { passportLines } from '#values/drawing/guilloche-lines.ts'
import type { League } from '#values/lists/leagues.ts'

/** The sheet of paper on the picture, and the part of it that its lines leave free for words. */
export const sheet = { x: 64, y: 64, width: 952, height: 1118 }
const frame = 46
const corner = 44

/** Returns the colours of the theme's paper, which are the same in the light and the dark theme. */
export function coloursOfPicture(style: CSSStyleDeclaration) {
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const metalOf = (league: League) => ({
    stops: colour(`--foil-${league}`).match(/#[0-9a-f]{3,8}/gi) ?? [colour('--paper-line')],
    ink: colour(`--foil-${league}-ink`),
  })
  return {
    cover: colour('--paper-forest'),
    onCover: colour('--paper-on-forest'),
    paper: colour('--paper-sheet'),
    line: colour('--paper-edge'),
    ink: colour('--paper-ink'),
    soft: colour('--paper-soft'),
    green: colour('--paper-focus'),
    shade: colour('--shade-soft'),
    inks: {
      blue: colour('--ink-blue'),
      wine: colour('--ink-wine'),
      green: colour('--ink-green'),
      brown: colour('--ink-brown'),
      violet: colour('--ink-violet'),
    },
    metals: { bronze: metalOf('bronze'), silver: metalOf('silver'), gold: metalOf('gold') },
  }
}

export type PictureColours = ReturnType<typeof coloursOfPicture>

export function drawPaper(
  pen: CanvasRenderingContext2D,
  { paper, line, green, inks }: PictureColours,
  passportId: string,
): void {
  const { x, y, width, height } = sheet
  const lines = passportLines(passportId, width, height)
  pen.save()
  pen.beginPath()
  pen.roundRect(x, y, width, height, corner)
  pen.clip()
  pen.fillStyle = paper
  pen.fill()
  pen.translate(x, y)
  pen.lineWidth = 1.1
  pen.globalAlpha = 0.5
  pen.strokeStyle = green
  pen.stroke(new Path2D(lines.upper))
  pen.strokeStyle = inks.brown
  pen.stroke(new Path2D(lines.lower))
  for (const rosette of [lines.large, lines.small]) drawRosette(pen, rosette)
  pen.restore()
  // No line is behind words.
  pen.beginPath()
  pen.roundRect(x + frame, y + frame, width - 2 * frame, height - 2 * frame, corner - 14)
  pen.fillStyle = paper
  pen.fill()
  pen.strokeStyle = line
  pen.lineWidth = 3
  pen.stroke()
}

type Rosette = ReturnType<typeof passportLines>['large']

function drawRosette(pen: CanvasRenderingContext2D, { path, petals, x, y }: Rosette): void {
  const petal = new Path2D(path)
  pen.save()
  pen.translate(x, y)
  pen.globalAlpha = 0.3
  for (let index = 0; index < petals; index += 1) {
    pen.rotate((2 * Math.PI) / petals)
    pen.stroke(petal)
  }
  pen.restore()
}
