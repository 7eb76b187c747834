// Draws a certificate as a tagged A4 PDF with a QR code of its page's address. It has one page, or more if
// its facts do not fit.
import type { CertificateWords } from '#features/certificates/certificate-words.ts'
import { certificateLines, rosette } from '#features/certificates/drawing.ts'
import type { Fact } from '#features/certificates/standing-words.ts'
import { drawsLetters } from '#platform/drawing/faces.ts'
import { openPaper, type Paper, pageHeight, pageWidth } from '#platform/drawing/paper.ts'
import { paperColours, paperStyle, rule } from '#platform/drawing/paper-style.ts'
import { textIn } from '#texts/text-in.ts'
import { qrPath } from '#values/drawing/qr-path.ts'
import { seedlingPath } from '#values/drawing/seedling.ts'
import type { CertificateDrawing } from './certificate-services.ts'

/** Colours of the ornaments, from web/styles/theme.css. */
const colours = {
  ...paperColours,
  green: '#29613a',
  deepGold: '#b98b3b',
  paleGold: '#f8e7b5',
  disc: '#143a2d',
  brown: '#7a4a12',
}

const side = 68
const width = pageWidth - 2 * side
/** Maximum y of the text on the first page. The footer begins there. */
const footerTop = pageHeight - 158
/** Maximum y of the text on further pages. */
const furtherBottom = pageHeight - 60

/** Sizes of type that are tried, the largest first. The smallest of all texts is still 6 points. */
const scales = [1, 0.93, 0.86, 0.8] as const
const smallestSize = 6

const centred = { align: 'center' } as const

function stylesOf(scale: number) {
  const style = (options: Parameters<typeof paperStyle>[0]) =>
    paperStyle({ ...options, size: Math.max(smallestSize, options.size * scale) })
  return {
    product: style({ face: 'title', size: 10.5, tracking: 1.5, ...centred }),
    title: style({ face: 'title', size: 27, lead: 1.2, ...centred }),
    figure: style({ face: 'figure', size: 62, lead: 1.05, tracking: -2, ...centred }),
    unit: style({ face: 'title', size: 17, ...centred }),
    label: style({ face: 'strong', size: 7, color: colours.faint, tracking: 0.4 }),
    name: style({ face: 'title', size: 20, lead: 1.25, ...centred }),
    statement: style({ size: 10.5, ...centred }),
    demo: style({ size: 8, color: colours.brown, ...centred }),
    value: style({ face: 'strong', size: 9.5 }),
    code: style({ face: 'code', size: 8.5 }),
    heading: style({ face: 'title', size: 13 }),
    text: style({ size: 9.5 }),
    hint: style({ size: 8, color: colours.faint }),
    zone: style({ face: 'code', size: 11.5, lead: 1.45, ...centred }),
  }
}

/** Styles of the footer, which is the same on every certificate. */
const footerStyles = stylesOf(1)

type PaperDrawing = CertificateDrawing & { readonly kind: 'certificate-paper' }

/**
 * Draws the certificate on one page, in smaller type if necessary. If the smallest type does not suffice, it has
 * several pages in the largest one. Proof and footer are always on the first page.
 */
export function certificatePaper(input: PaperDrawing): Promise<Buffer> {
  const largest = scales[0]
  for (const scale of scales) {
    const sheets = drawSheets(input, scale)
    if (sheets.pageCount() === 1) return sheets.paper.end()
  }
  return drawSheets(input, largest).paper.end()
}

function drawSheets(input: PaperDrawing, scale: number): Sheets {
  const sheets = openSheets(input, scale)
  const { words } = input
  let y = writeHead(sheets, input)
  y += sheets.gap(9)
  for (const facts of words.facts) y = writeFacts(sheets, facts, y + sheets.gap(3))
  y = writeReplacement(sheets, words, y + sheets.gap(3))
  y = writeRetirement(sheets, words, y + sheets.gap(3))
  sheets.finishFirst(y + sheets.gap(8))
  return sheets
}

type Sheets = ReturnType<typeof openSheets>

/** Opens the pages of a certificate. Distances and type have a `scale`. */
function openSheets(input: PaperDrawing, scale: number) {
  const { code, day, words } = input
  const title = `${words.title}: ${words.share.title}`
  const paper = openPaper({ title, language: words.language, day })
  const styles = stylesOf(scale)
  const gap = (points: number) => points * scale
  const proofTop = footerTop - heightOfProof(paper, styles, words)
  let pageCount = 1
  drawBackground(paper, code)

  /** Ends the first page with the proof from `top` on and the footer. Does nothing on further pages. */
  function finishFirst(top: number): void {
    if (pageCount > 1) return
    paper.outside(() => {
      writeProof(paper, styles, words, top)
      writeFooter(paper, input)
    })
  }

  return {
    paper,
    styles,
    gap,
    pageCount: () => pageCount,
    finishFirst,
    /** Returns `top` if the height fits there. Otherwise adds a page and returns the y of its first line. */
    place(top: number, height: number): number {
      const limit = pageCount === 1 ? proofTop - gap(8) : furtherBottom
      if (top + height <= limit) return top
      finishFirst(proofTop)
      paper.drawing.addPage()
      drawBackground(paper, code)
      pageCount += 1
      return 60
    },
  }
}

function drawBackground({ drawing, ornament }: Paper, code: string): void {
  ornament(() => {
    const { upper, lower } = certificateLines(code, pageWidth, pageHeight)
    drawing.rect(0, 0, pageWidth, pageHeight).fill(colours.sheet)
    drawing.lineWidth(0.5)
    drawing.save().strokeOpacity(0.17).path(upper).stroke(colours.green).restore()
    drawing.save().strokeOpacity(0.26).path(lower).stroke(colours.gold).restore()
    const drawBorder = (inset: number, radius: number, colour: string) =>
      drawing
        .roundedRect(inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset, radius)
        .lineWidth(0.8)
        .stroke(colour)
    drawBorder(26, 9, colours.gold)
    drawBorder(30, 6, colours.line)
  })
}

function drawEmblem({ drawing, ornament }: Paper, code: string, centreY: number): void {
  ornament(() => {
    const { path, petals } = rosette(code, 92, 5)
    drawing
      .save()
      .translate(pageWidth / 2, centreY)
      .scale(0.42)
    drawing.lineWidth(0.8)
    for (let petal = 0; petal < petals; petal += 1) {
      drawing
        .save()
        .rotate((petal / petals) * 360)
        .path(path)
        .stroke(colours.deepGold)
        .restore()
    }
    drawing.lineWidth(1.8).circle(0, 0, 41).fillAndStroke(colours.disc, colours.gold)
    drawing.scale(0.92).lineWidth(2.8).lineCap('round').lineJoin('round')
    drawing.path(seedlingPath).stroke(colours.paleGold).restore()
  })
}

/** Writes the emblem, the kilograms, the name and the statement. Returns the y of the next part. */
function writeHead({ paper, styles, gap }: Sheets, { words, code }: PaperDrawing): number {
  const at = (y: number) => ({ x: side, y, width })
  drawEmblem(paper, code, 72)
  let y = paper.write('P', words.product.toUpperCase(), at(115), styles.product)
  y = paper.write('H1', words.title, at(y), styles.title)
  y = paper.write('P', words.kg, at(y + gap(2)), styles.figure)
  y = paper.write('P', words.unit, at(y), styles.unit)
  if (words.held !== null) {
    const { label, name, elsewhere } = words.held
    // If the typeface lacks letters of the name, the PDF omits the whole name, not only these letters.
    const canWriteName = drawsLetters(styles.name.face, name)
    y = paper.write('P', label, at(y + gap(8)), { ...styles.label, ...centred })
    y = canWriteName
      ? paper.write('P', name, at(y), styles.name)
      : paper.write('P', elsewhere, at(y), styles.statement)
  }
  const narrow = { x: side + 25, width: width - 50 }
  y = paper.write('P', words.statement, { ...narrow, y: y + gap(8) }, styles.statement)
  for (const note of [words.demo, words.uncompared]) {
    if (note !== null) y = paper.write('P', note, at(y + gap(3)), styles.demo)
  }
  return y
}

/** Writes the facts of one block in two columns. Returns the y of the next part. */
function writeFacts(sheets: Sheets, facts: readonly Fact[], top: number): number {
  const { paper, styles, gap } = sheets
  const column = width / 2
  const heightOf = ({ label, value, isCode }: Fact) =>
    paper.heightOf(label, column - 14, styles.label) +
    paper.heightOf(value, column - 14, isCode ? styles.code : styles.value)
  const rows = Array.from({ length: Math.ceil(facts.length / 2) }, (_, row) =>
    facts.slice(2 * row, 2 * row + 2),
  )
  const heightOfRow = (row: readonly Fact[]) => Math.max(...row.map(heightOf))
  // The rule and the first row stay together.
  let y = sheets.place(top, gap(10) + heightOfRow(rows[0] ?? []))
  rule(paper, { x: side, y, width })
  y += gap(10)
  paper.within('L', () => {
    for (const row of rows) {
      y = sheets.place(y, heightOfRow(row))
      const ends = row.map((fact, columnIndex) =>
        writeFact(sheets, fact, { x: side + columnIndex * column, y, width: column - 14 }),
      )
      y = Math.max(...ends) + gap(5)
    }
  })
  return y
}

/** Writes a label and its value below. Returns the y below both. */
function writeFact(
  { paper, styles }: Sheets,
  { label, value, isCode, url }: Fact,
  place: { x: number; y: number; width: number },
): number {
  let y = place.y
  paper.within('LI', () => {
    y = paper.write('Lbl', label, place, styles.label)
    const below = { ...place, y }
    const valueStyle = isCode ? styles.code : styles.value
    paper.within('LBody', () => {
      y =
        url === null
          ? paper.write('P', value, below, valueStyle)
          : paper.link(url, value, below, valueStyle)
    })
  })
  return y
}

/** Writes the replacements, if any. Returns the y of the next part. */
function writeReplacement(sheets: Sheets, { replacement }: CertificateWords, top: number): number {
  if (replacement === null) return top
  const { paper, styles, gap } = sheets
  const { title, parts } = replacement
  let y = writeHeading(sheets, title, parts[0] ?? '', top)
  for (const text of parts) {
    y = sheets.place(y, paper.heightOf(text, width, styles.text))
    y = paper.write('P', text, { x: side, y, width }, styles.text)
  }
  return y + gap(5)
}

/** Writes the state of each part of the kilograms. Returns the y of the next part. */
function writeRetirement(sheets: Sheets, { retirement }: CertificateWords, top: number): number {
  const { paper, styles } = sheets
  const at = (y: number) => ({ x: side, y, width })
  const { title, parts, hint } = retirement
  let y = writeHeading(sheets, title, parts[0]?.text ?? hint, top)
  paper.within('L', () => {
    for (const { text, url } of parts) {
      y = sheets.place(y, paper.heightOf(text, width, styles.text))
      paper.within('LI', () =>
        paper.within('LBody', () => {
          y =
            url === null
              ? paper.write('P', text, at(y), styles.text)
              : paper.link(url, text, at(y), styles.text)
        }),
      )
    }
  })
  y = sheets.place(y, paper.heightOf(hint, width, styles.hint))
  return paper.write('P', hint, at(y), styles.hint)
}

/** Writes a rule and a heading on the page of the first text. Returns the y of that text. */
function writeHeading(sheets: Sheets, title: string, firstText: string, top: number): number {
  const { paper, styles, gap } = sheets
  const height =
    paper.heightOf(title, width, styles.heading) + paper.heightOf(firstText, width, styles.text)
  const y = sheets.place(top, gap(8) + height)
  rule(paper, { x: side, y, width })
  return paper.write('H2', title, { x: side, y: y + gap(8), width }, styles.heading)
}

type Styles = ReturnType<typeof stylesOf>

const proofTextsOf = ({ proof }: CertificateWords) =>
  proof.witnesses === null ? [proof.text] : [proof.text, proof.witnesses]

function heightOfProof(paper: Paper, styles: Styles, words: CertificateWords): number {
  const heights = proofTextsOf(words).map((text) => paper.heightOf(text, width, styles.text))
  const heading = paper.heightOf(words.proof.title, width, styles.heading)
  return heights.reduce((sum, height) => sum + height, 8 + heading)
}

function writeProof(paper: Paper, styles: Styles, words: CertificateWords, top: number): void {
  const at = (y: number) => ({ x: side, y, width })
  rule(paper, at(top))
  let y = paper.write('H2', words.proof.title, at(top + 8), styles.heading)
  for (const text of proofTextsOf(words)) y = paper.write('P', text, at(y), styles.text)
}

function writeFooter(paper: Paper, { words, zone, url }: PaperDrawing): void {
  const { drawing } = paper
  const qr = { x: side, y: pageHeight - 152, width: 68, height: 68 }
  const { path, size } = qrPath(url)
  paper.figure(textIn(words.language, 'certificates_qr'), qr, () => {
    drawing
      .save()
      .translate(qr.x, qr.y)
      .scale(qr.width / size)
    drawing.path(path).fill(colours.ink).restore()
  })
  const textColumn = { x: side + qr.width + 18, width: width - qr.width - 18 }
  const label = textIn(words.language, 'certificates_address')
  const styles = footerStyles
  let y = paper.write('P', label, { ...textColumn, y: qr.y }, styles.label)
  y = paper.link(url, url, { ...textColumn, y: y + 1 }, styles.code)
  paper.write('P', words.truth, { ...textColumn, y: y + 7 }, styles.hint)
  zone.forEach((line, index) => {
    const place = { x: side, y: pageHeight - 71 + index * 16, width }
    paper.ornament(() => paper.print(line, place, styles.zone))
  })
}
