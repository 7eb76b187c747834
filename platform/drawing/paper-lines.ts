// Measures, breaks and writes text in lines on a paper. A font is registered with the file when it
// is first needed.
import type PDFDocument from 'pdfkit'
import { type Cut, type Face, type Run, runsOf, sizeOf } from '#platform/drawing/faces.ts'

/** Default distance of baselines, in multiples of the font size. */
const defaultLead = 1.4

export type Style = {
  readonly face: Face
  /** Size of the font, in points. */
  readonly size: number
  readonly color: string
  readonly align?: 'left' | 'center' | 'right'
  /** Line height in multiples of the size. Default 1.4. */
  readonly lead?: number
  /** Space between letters, in points. */
  readonly tracking?: number
}

/** Position of a text, in points from the upper left corner, and its maximum width. */
export type Place = { readonly x: number; readonly y: number; readonly width: number }

export type Drawing = InstanceType<typeof PDFDocument>

export function openLines(drawing: Drawing) {
  const registeredPaths = new Set<string>()
  function selectFont({ path, bytes }: Cut, size: number) {
    if (!registeredPaths.has(path)) drawing.registerFont(path, bytes)
    registeredPaths.add(path)
    return drawing.font(path).fontSize(size)
  }
  const widthOf = (run: Run, { size, tracking = 0 }: Style) =>
    selectFont(run.cut, sizeOf(run, size).size).widthOfString(run.text, {
      characterSpacing: tracking,
    })
  const widthOfText = (text: string, style: Style) =>
    runsOf(style.face, text).reduce((sum, run) => sum + widthOf(run, style), 0)
  const linesOf = (text: string, width: number, style: Style) =>
    breakLines(text, width, (part) => widthOfText(part, style))

  return {
    /** Writes text, as a link if it has a URL. Returns the y of the next line. */
    write(text: string, place: Place, style: Style, url?: string): number {
      const { size, color, align = 'left', lead = defaultLead, tracking = 0 } = style
      let { y } = place
      for (const line of linesOf(text, place.width, style)) {
        const runs = runsOf(style.face, line)
        const spare = place.width - widthOfText(line.trimEnd(), style)
        let x = place.x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2)
        for (const run of runs) {
          const width = widthOf(run, style)
          drawing.fillColor(color).text(run.text, x, y + size * 0.95 + sizeOf(run, size).drop, {
            lineBreak: false,
            baseline: 'alphabetic',
            characterSpacing: tracking,
            ...(url === undefined ? {} : { link: url }),
          })
          x += width
        }
        y += size * lead
      }
      return y
    },
    /** Returns the height of a text in points. */
    heightOf: (text: string, width: number, style: Style): number =>
      linesOf(text, width, style).length * style.size * (style.lead ?? defaultLead),
    /** Returns true if a text needs at most one line. */
    isOneLine: (text: string, width: number, style: Style): boolean =>
      linesOf(text, width, style).length <= 1,
  }
}

/**
 * Breaks a text into lines, also at its own line breaks. Dashes and spaces stay at the end of their line, so that copied
 * text keeps them. A word that is wider than a line is broken inside.
 */
function breakLines(text: string, width: number, widthOf: (part: string) => number): string[] {
  return text.split('\n').flatMap((part) => breakPart(part, width, widthOf))
}

function breakPart(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (more: string) => widthOf((line + more).trimEnd()) <= width
  for (const word of text.match(/[^\s-]*(?:-+|\s+)|[^\s-]+/g) ?? []) {
    if (fits(word)) {
      line += word
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const part of fits(word) ? [word] : word) {
      if (line !== '' && !fits(part)) {
        lines.push(line)
        line = ''
      }
      line += part
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}
