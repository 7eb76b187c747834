// The receipt of a purchase, as a tagged PDF for its buyer: what was paid, how, and at which rate.
import type { Paid, WalletPart } from '#features/receipts/queries.ts'
import type { Seller } from '#features/receipts/services.ts'
import {
  openPaper,
  type Paper,
  pageHeight,
  pageWidth,
  type Style,
} from '#platform/drawing/paper.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/languages.ts'
import { microsToUnits, minorToUnits } from '#values/money.ts'

/** The colours of paper in web/styles/theme.css. */
const colours = {
  sheet: '#fffdf8',
  ink: '#14271f',
  faint: '#67726a',
  line: '#ded5bd',
  gold: '#c69a4c',
}
const side = 64
const width = pageWidth - 2 * side
const style = (more: Partial<Style> & Pick<Style, 'size'>): Style => {
  return { face: 'text', color: colours.ink, ...more }
}
const styles = {
  product: style({ face: 'title', size: 11, tracking: 1.5 }),
  title: style({ face: 'title', size: 28, lead: 1.25 }),
  seller: style({ size: 9.5, color: colours.faint }),
  label: style({ size: 10 }),
  amount: style({ face: 'strong', size: 10, align: 'right' }),
  total: style({ face: 'strong', size: 12.5 }),
  totalAmount: style({ face: 'strong', size: 12.5, align: 'right' }),
  hint: style({ size: 9, color: colours.faint }),
}

/** English amounts and days are written as in Britain. */
const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : language)

function amountIn(language: Language, value: number, currency: string, digits = 2): string {
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, digits) }
  const format = { style: 'currency', currency, ...figures } as const
  return new Intl.NumberFormat(localeOf(language), format).format(value)
}

const minorIn = (language: Language, minor: number, currency: string) =>
  amountIn(language, minorToUnits(minor), currency)

type Row = readonly [label: string, value: string]

export type Receipt = { readonly paid: Paid; readonly wallets: readonly WalletPart[] }

/** `note` stands at its foot, such as that no real money moved. */
export function receiptPaper(
  { paid, wallets }: Receipt,
  language: Language,
  { seller, note }: { readonly seller: Seller; readonly note: string | null },
): Promise<Buffer> {
  const title = textIn(language, 'receipts_title')
  const day = paid.day ?? ''
  const paper = openPaper({ title: `${title} ${paid.tx_id}`, language, day })
  drawSheet(paper)
  const at = (y: number) => ({ x: side, y, width })
  let y = paper.write('P', textIn(language, 'common_product').toUpperCase(), at(64), styles.product)
  y = paper.write('H1', title, at(y + 2), styles.title)
  for (const line of sellerLines(seller, language)) y = paper.write('P', line, at(y), styles.seller)
  y = writeRows(paper, factsOf(paid, language), y + 18)
  y = writeRows(paper, pricesOf(paid, language), y + 12)
  y = writeTotal(paper, paid, language, y + 6)
  y = writeRows(paper, waysOf(paid, wallets, language), y + 12)
  const remarks = [...reversalOf(paid, language), ...(note === null ? [] : [note])]
  for (const remark of remarks) y = paper.write('P', remark, at(y + 8), styles.hint)
  return paper.end()
}

function drawSheet({ drawing, ornament }: Paper): void {
  ornament(() => {
    drawing.rect(0, 0, pageWidth, pageHeight).fill(colours.sheet)
    const inset = 28
    drawing
      .roundedRect(inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset, 8)
      .lineWidth(0.8)
      .stroke(colours.gold)
  })
}

function sellerLines({ name, address, vatNumber, email }: Seller, language: Language): string[] {
  return [
    ...(name === undefined ? [] : [name]),
    ...(address === undefined ? [] : [address]),
    ...(vatNumber === undefined ? [] : [textIn(language, 'receipts_vat', { number: vatNumber })]),
    ...(email === undefined ? [] : [textIn(language, 'receipts_questions', { email })]),
  ]
}

function factsOf({ tx_id, day, project, serial_number }: Paid, language: Language): Row[] {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  const date = new Intl.DateTimeFormat(localeOf(language), format).format(new Date(day ?? ''))
  return [
    [textIn(language, 'activity_transaction'), tx_id],
    [textIn(language, 'certificates_date'), date],
    [textIn(language, 'projects_one'), project],
    [textIn(language, 'activity_serial'), serial_number],
  ]
}

function pricesOf(paid: Paid, language: Language): Row[] {
  const { quantity_kg, price_micros, batch_currency, currency, rate } = paid
  const kg = new Intl.NumberFormat(localeOf(language)).format(quantity_kg)
  const price = amountIn(language, microsToUnits(price_micros), batch_currency, 6)
  const factor = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 9 })
  const exchange = `1 ${batch_currency} = ${factor.format(Number(rate))} ${currency}`
  return [
    [textIn(language, 'receipts_quantity'), `${kg} kg CO2`],
    [textIn(language, 'receipts_price'), price],
    ...(batch_currency === currency
      ? []
      : [[textIn(language, 'receipts_rate'), exchange] as const]),
  ]
}

function writeTotal(paper: Paper, paid: Paid, language: Language, top: number): number {
  rule(paper, top)
  const place = { x: side, y: top + 8, width }
  const total = minorIn(language, paid.total_minor, paid.currency)
  let y = top
  paper.within('L', () =>
    paper.within('LI', () => {
      paper.write('Lbl', textIn(language, 'purchases_total'), place, styles.total)
      y = paper.write('LBody', total, place, styles.totalAmount)
    }),
  )
  rule(paper, y + 4)
  return y + 4
}

/** How it was paid: each wallet in its own currency too, where that is another one. */
function waysOf(paid: Paid, wallets: readonly WalletPart[], language: Language): Row[] {
  const { currency, card_minor, is_reward } = paid
  const ofWallets = wallets.map((part): Row => {
    const amount = minorIn(language, part.paid_minor, currency)
    const own = minorIn(language, part.wallet_minor, part.wallet_currency)
    const value = part.wallet_currency === currency ? amount : `${own} = ${amount}`
    return [textIn(language, 'receipts_wallet', { name: part.programme }), value]
  })
  const card: Row = [textIn(language, 'receipts_card'), minorIn(language, card_minor, currency)]
  const reward: Row = [textIn(language, 'activity_reward'), minorIn(language, 0, currency)]
  return [...ofWallets, ...(card_minor > 0 ? [card] : []), ...(is_reward ? [reward] : [])]
}

function reversalOf({ reversal }: Paid, language: Language): string[] {
  switch (reversal) {
    case 'none':
    case 'disputed':
      return []
    case 'refunding':
    case 'refunded':
      return [
        `${textIn(language, 'activity_refunded')}: ${textIn(language, 'activity_money_back')}`,
      ]
  }
}

/** Labels at the left, values at the right; answers where the next may begin. */
function writeRows(paper: Paper, rows: readonly Row[], top: number): number {
  let y = top
  paper.within('L', () => {
    for (const [label, value] of rows) {
      paper.within('LI', () => {
        const left = { x: side, y, width: width * 0.36 }
        const right = { x: side + width * 0.38, y, width: width * 0.62 }
        const below = paper.write('Lbl', label, left, styles.label)
        y = Math.max(below, paper.write('LBody', value, right, styles.amount)) + 3
      })
    }
  })
  return y
}

function rule({ drawing, ornament }: Paper, y: number): void {
  ornament(() =>
    drawing
      .moveTo(side, y)
      .lineTo(side + width, y)
      .lineWidth(0.6)
      .stroke(colours.line),
  )
}
