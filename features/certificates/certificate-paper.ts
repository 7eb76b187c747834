// Draws a certificate as a tagged A4 PDF with a QR code of its page's address. It has one page, or more if
// its retirements do not fit.
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
/** Maximum y of the text. The footer begins there. */
const bottom = pageHeight - 158

const centred = { align: 'center' } as const
const styles = {
  product: paperStyle({ face: 'title', size: 10.5, tracking: 1.5, ...centred }),
  title: paperStyle({ face: 'title', size: 27, lead: 1.2, ...centred }),
  figure: paperStyle({ face: 'figure', size: 62, lead: 1.05, tracking: -2, ...centred }),
  unit: paperStyle({ face: 'title', size: 17, ...centred }),
  label: paperStyle({ face: 'strong', size: 7, color: colours.faint, tracking: 0.4 }),
  name: paperStyle({ face: 'title', size: 20, lead: 1.25, ...centred }),
  statement: paperStyle({ size: 10.5, ...centred }),
  demo: paperStyle({ size: 8, color: colours.brown, ...centred }),
  value: paperStyle({ face: 'strong', size: 9.5 }),
  code: paperStyle({ face: 'code', size: 8.5 }),
  heading: paperStyle({ face: 'title', size: 13 }),
  text: paperStyle({ size: 9.5 }),
  hint: paperStyle({ size: 8, color: colours.faint }),
  zone: paperStyle({ face: 'code', size: 11.5, lead: 1.45, ...centred }),
}

type PaperDrawing = CertificateDrawing & { readonly kind: 'certificate-paper' }

export function certificatePaper(input: PaperDrawing): Promise<Buffer> {
  const { code, day, words } = input
  const { language } = words
  const title = `${words.title}: ${words.share.title}`
  const paper = openPaper({ title, language, day })
  drawBackground(paper, code)
  let y = writeHead(paper, words, code)
  y += 9
  for (const facts of words.facts) y = writeFacts(paper, code, facts, y + 3)
  y = writeReplacement(paper, code, words, y + 3)
  y = writeRetirement(paper, code, words, y + 3)
  writeProof(paper, code, words, y + 8)
  writeFooter(paper, input)
  return paper.end()
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
function writeHead(paper: Paper, words: CertificateWords, code: string): number {
  const at = (y: number) => ({ x: side, y, width })
  drawEmblem(paper, code, 72)
  let y = paper.write('P', words.product.toUpperCase(), at(115), styles.product)
  y = paper.write('H1', words.title, at(y), styles.title)
  y = paper.write('P', words.kg, at(y + 2), styles.figure)
  y = paper.write('P', words.unit, at(y), styles.unit)
  if (words.held !== null) {
    const { label, name, elsewhere } = words.held
    // If the typeface lacks letters of the name, the PDF omits the whole name, not only these letters.
    const canWriteName = drawsLetters(styles.name.face, name)
    y = paper.write('P', label, at(y + 8), { ...styles.label, ...centred })
    y = canWriteName
      ? paper.write('P', name, at(y), styles.name)
      : paper.write('P', elsewhere, at(y), styles.statement)
  }
  const narrow = { x: side + 25, width: width - 50 }
  y = paper.write('P', words.statement, { ...narrow, y: y + 8 }, styles.statement)
  for (const note of [words.demo, words.uncompared]) {
    if (note !== null) y = paper.write('P', note, at(y + 3), styles.demo)
  }
  return y
}

/** Writes the facts of one block in two columns. Returns the y of the next part. */
function writeFacts(paper: Paper, code: string, facts: readonly Fact[], top: number): number {
  const column = width / 2
  const heightOf = ({ label, value, isCode }: Fact) =>
    paper.heightOf(label, column - 14, styles.label) +
    paper.heightOf(value, column - 14, isCode ? styles.code : styles.value)
  rule(paper, { x: side, y: top, width })
  let y = top + 10
  paper.within('L', () => {
    for (let index = 0; index < facts.length; index += 2) {
      const row = facts.slice(index, index + 2)
      if (y + Math.max(...row.map(heightOf)) > bottom) y = addPage(paper, code)
      const ends = row.map((fact, columnIndex) =>
        writeFact(paper, fact, { x: side + columnIndex * column, y, width: column - 14 }),
      )
      y = Math.max(...ends) + 5
    }
  })
  return y
}

/** Writes a label and its value below. Returns the y below both. */
function writeFact(
  paper: Paper,
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
function writeReplacement(
  paper: Paper,
  code: string,
  { replacement }: CertificateWords,
  top: number,
): number {
  if (replacement === null) return top
  const at = (y: number) => ({ x: side, y, width })
  const { title, parts } = replacement
  const heightOf = (text: string) => paper.heightOf(text, width, styles.text)
  const isFull = top + 28 + heightOf(parts[0] ?? '') > bottom
  let y = isFull ? addPage(paper, code) : top
  rule(paper, at(y))
  y = paper.write('H2', title, at(y + 8), styles.heading)
  for (const text of parts) {
    if (y + heightOf(text) > bottom) y = addPage(paper, code)
    y = paper.write('P', text, at(y), styles.text)
  }
  return y + 5
}

/** Writes the state of each part of the kilograms. Returns the y of the next part. */
function writeRetirement(
  paper: Paper,
  code: string,
  { retirement }: CertificateWords,
  top: number,
): number {
  const at = (y: number) => ({ x: side, y, width })
  rule(paper, { x: side, y: top, width })
  let y = paper.write('H2', retirement.title, at(top + 8), styles.heading)
  paper.within('L', () => {
    for (const { text, url } of retirement.parts) {
      if (y + paper.heightOf(text, width, styles.text) > bottom) y = addPage(paper, code)
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
  return paper.write('P', retirement.hint, at(y), styles.hint)
}

/** Adds a page. Returns the y of its first line. */
function addPage(paper: Paper, code: string): number {
  paper.drawing.addPage()
  drawBackground(paper, code)
  return 60
}

function writeProof(paper: Paper, code: string, { proof }: CertificateWords, top: number): void {
  const at = (y: number) => ({ x: side, y, width })
  const height = 28 + paper.heightOf(proof.text, width, styles.text)
  const start = top + height > bottom ? addPage(paper, code) : top
  rule(paper, at(start))
  const y = paper.write('H2', proof.title, at(start + 8), styles.heading)
  paper.write('P', proof.text, at(y), styles.text)
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
  let y = paper.write('P', label, { ...textColumn, y: qr.y }, styles.label)
  y = paper.link(url, url, { ...textColumn, y: y + 1 }, styles.code)
  paper.write('P', words.truth, { ...textColumn, y: y + 7 }, styles.hint)
  zone.forEach((line, index) => {
    const place = { x: side, y: pageHeight - 71 + index * 16, width }
    paper.ornament(() => paper.print(line, place, styles.zone))
  })
}
