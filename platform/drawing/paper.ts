// Writes a tagged PDF of A4 pages. All text is in a tree of headings, paragraphs, lists and tables
// in reading order; ornaments are outside of it.
import PDFDocument from 'pdfkit'
import { type Drawing, openLines, type Place, type Style } from '#platform/drawing/paper-lines.ts'

/** Size of an A4 page in points (72 per inch). */
export const pageWidth = 595.28
export const pageHeight = 841.89

/** The role of a part for a screen reader (PDF 1.7, section 14.8.4). */
export type Tag =
  | ('Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Link' | 'Figure')
  | ('L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD')

export type Paper = ReturnType<typeof openPaper>

export type AboutPaper = {
  readonly title: string
  /** The language of all text, a BCP 47 tag. */
  readonly language: string
  /** The creation date in the file, such as `2026-11-22`. */
  readonly day: string
}

export function openPaper(about: AboutPaper) {
  const drawing = newDrawing(about)
  const fileBytes = bytesOf(drawing)
  const document = drawing.struct('Document')
  let parent = document
  drawing.addStructure(document)
  const { write: writeLines, heightOf, isOneLine } = openLines(drawing)

  function part(tag: Tag, draw: () => void, options = {}): void {
    const element = drawing.struct(tag, options, [draw])
    parent.add(element)
  }

  function ornament(draw: () => void): void {
    drawing.markContent('Artifact', { type: 'Layout' })
    draw()
    drawing.endMarkedContent()
  }

  return {
    /** Draws shapes, inside `ornament` or `figure` only, and adds pages. */
    drawing,
    /** Runs `work` and puts all parts that it writes into one outer part. */
    within(tag: Tag, work: () => void): void {
      const previousParent = parent
      parent = drawing.struct(tag)
      previousParent.add(parent)
      work()
      parent.end()
      parent = previousParent
    },
    /** Runs `work` and puts all parts that it writes after the present outer part, such as a list of several pages. */
    outside(work: () => void): void {
      const previousParent = parent
      parent = document
      work()
      parent = previousParent
    },
    /** Writes a part, broken into lines. Returns the y of the next line. */
    write(tag: Tag, text: string, place: Place, style: Style): number {
      let below = place.y
      const options = tag === 'TH' ? { scope: 'Column' } : {}
      const draw = () => {
        below = writeLines(text, place, style)
      }
      part(tag, draw, options)
      return below
    },
    /** Writes text that is an ornament or inside a figure. Returns the y of the next line. */
    print: (text: string, place: Place, style: Style): number => writeLines(text, place, style),
    /** Writes a part as a link. Returns the y of the next line. */
    link(url: string, text: string, place: Place, style: Style): number {
      let below = place.y
      part('Link', () => {
        below = writeLines(text, place, style, url)
      })
      return below
    },
    /** Returns the height of a text in points. */
    heightOf,
    /** Draws a picture with a text alternative for screen readers. */
    figure(alt: string, box: Place & { readonly height: number }, draw: () => void): void {
      const { x, y, width, height } = box
      part('Figure', draw, { alt, bbox: [x, y, x + width, y + height], placement: 'Block' })
    },
    isOneLine,
    /** Runs `draw`. Screen readers skip what it draws. */
    ornament,
    /** Runs `draw` for each page, from 1 on. Screen readers skip what it draws. */
    eachPage(draw: (page: number, pages: number) => void): void {
      const { start, count } = drawing.bufferedPageRange()
      for (let index = 0; index < count; index += 1) {
        drawing.switchToPage(start + index)
        ornament(() => draw(index + 1, count))
      }
    },
    /** Ends the paper and returns the bytes of the file. */
    end(): Promise<Buffer> {
      parent.end()
      drawing.end()
      return fileBytes
    },
  }
}

function newDrawing({ title, language, day }: AboutPaper): Drawing {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: {
      Title: title,
      Creator: 'Carbon Passport',
      Producer: 'Carbon Passport',
      CreationDate: new Date(day),
    },
  })
}

/** Resolves with the bytes of the drawing once it has ended. */
function bytesOf(drawing: Drawing): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    drawing.on('data', (chunk: Buffer) => chunks.push(chunk))
    drawing.on('end', () => resolve(Buffer.concat(chunks)))
    drawing.on('error', reject)
  })
}
