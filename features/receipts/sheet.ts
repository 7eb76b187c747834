// Draws the parts that receipts and statements have in common: border, head, rows and total.

import { openPaper, type Paper, pageHeight, pageWidth } from '#platform/drawing/paper.ts'
import { paperColours, paperStyle, rule } from '#platform/drawing/paper-style.ts'
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import type { Seller } from './receipt-services.ts'

export const side = 64
export const width = pageWidth - 2 * side

export const styles = {
  product: paperStyle({ face: 'title', size: 11, tracking: 0.8 }),
  title: paperStyle({ face: 'title', size: 28, lead: 1.25 }),
  heading: paperStyle({ face: 'title', size: 15 }),
  seller: paperStyle({ size: 9.5, color: paperColours.faint }),
  label: paperStyle({ size: 10 }),
  cell: paperStyle({ size: 9 }),
  amount: paperStyle({ face: 'strong', size: 10, align: 'right' }),
  total: paperStyle({ face: 'strong', size: 12.5 }),
  totalAmount: paperStyle({ face: 'strong', size: 12.5, align: 'right' }),
  hint: paperStyle({ size: 9, color: paperColours.faint }),
  note: paperStyle({ face: 'strong', size: 11 }),
  page: paperStyle({ size: 8, color: paperColours.faint, align: 'center' }),
}

/** Returns the position and width of a line across the sheet, at `y`. */
export const at = (y: number) => ({ x: side, y, width })

export type Row = readonly [label: string, value: string]

type Head = {
  readonly title: string
  readonly documentTitle: string
  readonly language: Language
  /** Creation date of the file. */
  readonly day: string
  readonly seller: Seller
  /** A line below the title, such as that no money was paid. Null for none. */
  readonly note: string | null
  /** The name of the document below its pages, if it has several. Default: `documentTitle`. */
  readonly footer?: string
}

/** Opens a document and writes its head. Returns the document and the y of the next part. */
export function openSheet(head: Head): { readonly paper: Paper; readonly y: number } {
  const { documentTitle, language, day } = head
  const paper = openPaper({ title: documentTitle, language, day })
  drawBorder(paper)
  return { paper, y: writeHead(paper, head) }
}

/** Writes the product, the title, the note and the seller at the top of a page. Returns the y of the next part. */
export function writeHead(paper: Paper, { title, language, seller, note }: Head): number {
  const product = textIn(language, 'common_product').toUpperCase()
  let y = paper.write('P', product, at(64), styles.product)
  y = paper.write('H1', title, at(y + 2), styles.title)
  if (note !== null) y = paper.write('P', note, at(y), styles.note) + 4
  for (const line of sellerLines(seller, language)) y = paper.write('P', line, at(y), styles.seller)
  return y
}

/** Adds a page with a border. Returns the y of its first line. */
export function addSheet(paper: Paper): number {
  paper.drawing.addPage()
  drawBorder(paper)
  return 60
}

/** Ends a document. If it has several pages, each has its name and its number below. */
export function endSheet(
  paper: Paper,
  { documentTitle, footer = documentTitle, language }: Head,
): Promise<Buffer> {
  paper.eachPage((page, pages) => {
    if (pages === 1) return
    const figures = { page: countIn(language, page), pages: countIn(language, pages) }
    const line = `${footer} · ${textIn(language, 'receipts_page', figures)}`
    paper.print(line, at(pageHeight - 52), styles.page)
  })
  return paper.end()
}

function drawBorder({ drawing, ornament }: Paper): void {
  ornament(() => {
    drawing.rect(0, 0, pageWidth, pageHeight).fill(paperColours.sheet)
    const inset = 28
    drawing
      .roundedRect(inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset, 8)
      .lineWidth(0.8)
      .stroke(paperColours.gold)
  })
}

function sellerLines(seller: Seller, language: Language): string[] {
  const { name, address, vatNumber, taxNumber, register, email } = seller
  return [
    ...(name === undefined ? [] : [name]),
    ...linesOf(address),
    ...(vatNumber === undefined ? [] : [textIn(language, 'receipts_vat', { number: vatNumber })]),
    ...(taxNumber === undefined
      ? []
      : [textIn(language, 'receipts_tax_number', { number: taxNumber })]),
    ...linesOf(register),
    ...(email === undefined ? [] : [textIn(language, 'receipts_questions', { email })]),
  ]
}

const linesOf = (text = ''): string[] =>
  text
    .split('|')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Writes rows with the label on the left and the value on the right. Returns the y of the next part. */
export function writeRows(paper: Paper, rows: readonly Row[], top: number): number {
  let y = top
  paper.within('L', () => {
    for (const [label, value] of rows) {
      paper.within('LI', () => {
        // A short value leaves its room to the label.
        const isShort = paper.isOneLine(value, width * 0.4, styles.amount)
        const share = isShort ? 0.58 : 0.36
        const left = { x: side, y, width: width * share }
        const right = { x: side + width * (share + 0.02), y, width: width * (0.98 - share) }
        const below = paper.write('Lbl', label, left, styles.label)
        y = Math.max(below, paper.write('LBody', value, right, styles.amount)) + 3
      })
    }
  })
  return y
}

/** Writes a total between two horizontal lines. Returns the y of the next part. */
export function writeTotal(paper: Paper, [label, value]: Row, top: number): number {
  rule(paper, at(top))
  const place = at(top + 8)
  let y = top
  paper.within('L', () =>
    paper.within('LI', () => {
      paper.write('Lbl', label, place, styles.total)
      y = paper.write('LBody', value, place, styles.totalAmount)
    }),
  )
  rule(paper, at(y + 4))
  return y + 4
}

/** Maximum y of the lower edge of a row. */
export const rowBottom = pageHeight - 84

type Column = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }

type Table = {
  readonly heading: string
  readonly columns: readonly Column[]
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Writes a table, on further pages where it is long, which repeat its heading and the titles of its columns. A cell may have
 * several lines. Returns the y of the next part.
 */
export function writeTable(paper: Paper, table: Table, top: number): number {
  const { heading, columns, titles, rows } = table
  const start = top + 110 > rowBottom ? addSheet(paper) : top
  let y = paper.write('H2', heading, at(start), styles.heading) + 4
  paper.within('Table', () => {
    paper.within('THead', () => {
      y = writeLine(paper, columns, 'TH', titles, y)
    })
    rule(paper, at(y))
    y += 5
    paper.within('TBody', () => {
      for (const cells of rows) {
        const heights = columns.map((column, index) =>
          paper.heightOf(cells[index] ?? '', column.width, styles.cell),
        )
        if (y + Math.max(...heights) > rowBottom) y = repeatHead(paper, table)
        y = writeLine(paper, columns, 'TD', cells, y) + 3
      }
    })
  })
  return y
}

/** Adds a page with the heading and titles of a table, which screen readers know already. Returns the y of its first row. */
function repeatHead(paper: Paper, { heading, columns, titles }: Table): number {
  const headingTop = addSheet(paper)
  let y = headingTop
  paper.ornament(() => {
    const top = paper.print(heading, at(headingTop), styles.note) + 4
    columns.forEach(({ x, width: columnWidth, align }, index) => {
      const place = { x, y: top, width: columnWidth }
      y = Math.max(y, paper.print(titles[index] ?? '', place, { ...styles.hint, align }))
    })
  })
  rule(paper, at(y))
  return y + 5
}

/** Writes a row of a table. Returns the y below its highest cell. */
function writeLine(
  paper: Paper,
  columns: readonly Column[],
  tag: 'TH' | 'TD',
  cells: readonly string[],
  top: number,
): number {
  let y = top
  paper.within('TR', () => {
    columns.forEach(({ x, width: columnWidth, align }, index) => {
      const style = { ...(tag === 'TH' ? styles.hint : styles.cell), align }
      const below = paper.write(tag, cells[index] ?? '', { x, y: top, width: columnWidth }, style)
      y = Math.max(y, below)
    })
  })
  return y
}
