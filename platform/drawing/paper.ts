// A tagged PDF of A4 pages: whatever is read stands in a tree of headings, paragraphs, lists and tables
// in the order of reading; ornaments stand outside of it. Text is text, in the product's faces.
import PDFDocument from 'pdfkit'
import { type Cut, type Face, type Run, runsOf } from '#platform/drawing/faces.ts'

/** Points: 72 an inch. */
export const pageWidth = 595.28
export const pageHeight = 841.89

/** What a part is to a reader (PDF 1.7, section 14.8.4). */
export type Tag =
  | ('Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Link' | 'Figure')
  | ('L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD')

export type Style = {
  readonly face: Face
  /** Points. */
  readonly size: number
  readonly color: string
  readonly align?: 'left' | 'center' | 'right'
  /** Lines from one baseline to the next, in sizes; 1.4 unless told. */
  readonly lead?: number
  /** Points between letters. */
  readonly tracking?: number
}

/** Where text begins and how wide it may be, in points from the upper left corner. */
export type Place = { readonly x: number; readonly y: number; readonly width: number }

type Drawing = InstanceType<typeof PDFDocument>

export type Paper = {
  /** Draws in it; what it draws is outside of what is read unless `figure` does. */
  readonly drawing: Drawing
  /** Runs `work` with its writings inside a part. */
  within(tag: Tag, work: () => void): void
  /** Writes a part of its own, broken into lines; answers where the next may begin. */
  write(tag: Tag, text: string, place: Place, style: Style): number
  /** Text that is an ornament, or within a figure; answers where the next may begin. */
  print(text: string, place: Place, style: Style): number
  /** The same as a link. */
  link(url: string, text: string, place: Place, style: Style): number
  /** How high a text would be, in points. */
  heightOf(text: string, width: number, style: Style): number
  /** A picture that has words for who does not see it. */
  figure(alt: string, box: Place & { readonly height: number }, draw: () => void): void
  ornament(draw: () => void): void
  /** All of the file. */
  end(): Promise<Buffer>
}

export type AboutPaper = {
  readonly title: string
  /** Of all text, as BCP 47 spells it. */
  readonly language: string
  /** The day that it says it was made: `2026-11-22`. */
  readonly day: string
}

export function openPaper(about: AboutPaper): Paper {
  const drawing = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: about.language,
    info: {
      Title: about.title,
      Creator: 'Carbon Passport',
      Producer: 'Carbon Passport',
      CreationDate: new Date(about.day),
    },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    drawing.on('data', (chunk: Buffer) => chunks.push(chunk))
    drawing.on('end', () => resolve(Buffer.concat(chunks)))
    drawing.on('error', reject)
  })
  let parent = drawing.struct('Document')
  drawing.addStructure(parent)

  const known = new Set<string>()
  function choose({ path, bytes }: Cut, size: number) {
    if (!known.has(path)) drawing.registerFont(path, bytes)
    known.add(path)
    return drawing.font(path).fontSize(size)
  }
  const widthOf = ({ cut, text }: Run, { size, tracking = 0 }: Style) =>
    choose(cut, size).widthOfString(text, { characterSpacing: tracking })
  const widthOfText = (text: string, style: Style) =>
    runsOf(style.face, text).reduce((sum, run) => sum + widthOf(run, style), 0)

  function writeLines(text: string, place: Place, style: Style, url?: string): number {
    const { size, color, align = 'left', lead = 1.4, tracking = 0 } = style
    let { y } = place
    for (const line of brokenInto(text, place.width, (part) => widthOfText(part, style))) {
      const runs = runsOf(style.face, line)
      const spare = place.width - widthOfText(line.trimEnd(), style)
      let x = place.x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2)
      for (const run of runs) {
        const width = widthOf(run, style)
        drawing.fillColor(color).text(run.text, x, y + size * 0.95, {
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
  }

  function part(tag: Tag, draw: () => void, options = {}): void {
    const element = drawing.struct(tag, options, [draw])
    parent.add(element)
  }

  return {
    drawing,
    within(tag, work) {
      const outer = parent
      parent = drawing.struct(tag)
      outer.add(parent)
      work()
      parent.end()
      parent = outer
    },
    write(tag, text, place, style) {
      let below = place.y
      part(tag, () => {
        below = writeLines(text, place, style)
      })
      return below
    },
    print: (text, place, style) => writeLines(text, place, style),
    link(url, text, place, style) {
      let below = place.y
      part('Link', () => {
        below = writeLines(text, place, style, url)
      })
      return below
    },
    heightOf(text, width, style) {
      const lines = brokenInto(text, width, (piece) => widthOfText(piece, style))
      return lines.length * style.size * (style.lead ?? 1.4)
    },
    figure(alt, { x, y, width, height }, draw) {
      part('Figure', draw, { alt, bbox: [x, y, x + width, y + height], placement: 'Block' })
    },
    ornament(draw) {
      drawing.markContent('Artifact', { type: 'Layout' })
      draw()
      drawing.endMarkedContent()
    },
    end() {
      parent.end()
      drawing.end()
      return whole
    },
  }
}

/**
 * Breaks behind dashes and blanks, which stay at the end of their line for whoever copies the text, and inside of
 * what is wider than a line.
 */
function brokenInto(text: string, width: number, widthOf: (part: string) => number): string[] {
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
    for (const piece of fits(word) ? [word] : word) {
      if (line !== '' && !fits(piece)) {
        lines.push(line)
        line = ''
      }
      line += piece
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}
