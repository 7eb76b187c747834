// The receipt of a purchase, as a tagged PDF for its buyer: what was paid, how, and at which rate.
import type { Paid, WalletPart } from '#features/receipts/queries.ts'
import type { ReceiptDrawing, Seller } from '#features/receipts/services.ts'
import { openPaper, type Paper, pageHeight, pageWidth } from '#platform/drawing/paper.ts'
import { paperColours, paperStyle, rule } from '#platform/drawing/paper-look.ts'
import { amountIn, countIn, dayIn, factorIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/languages.ts'
import { microsToUnits, minorToUnits } from '#values/money.ts'

const side = 64
const width = pageWidth - 2 * side
const styles = {
  product: paperStyle({ face: 'title', size: 11, tracking: 1.5 }),
  title: paperStyle({ face: 'title', size: 28, lead: 1.25 }),
  seller: paperStyle({ size: 9.5, color: paperColours.faint }),
  label: paperStyle({ size: 10 }),
  amount: paperStyle({ face: 'strong', size: 10, align: 'right' }),
  total: paperStyle({ face: 'strong', size: 12.5 }),
  totalAmount: paperStyle({ face: 'strong', size: 12.5, align: 'right' }),
  hint: paperStyle({ size: 9, color: paperColours.faint }),
}

const minorIn = (language: Language, minor: number, currency: string) =>
  amountIn(language, minorToUnits(minor), currency)

type Row = readonly [label: string, value: string]

export function receiptPaper(asked: ReceiptDrawing): Promise<Buffer> {
  const { paid, wallets, language, seller, note } = asked
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
    drawing.rect(0, 0, pageWidth, pageHeight).fill(paperColours.sheet)
    const inset = 28
    drawing
      .roundedRect(inset, inset, pageWidth - 2 * inset, pageHeight - 2 * inset, 8)
      .lineWidth(0.8)
      .stroke(paperColours.gold)
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
  return [
    [textIn(language, 'activity_transaction'), tx_id],
    [textIn(language, 'certificates_date'), dayIn(language, day ?? '')],
    [textIn(language, 'projects_one'), project],
    [textIn(language, 'activity_serial'), serial_number],
  ]
}

function pricesOf(paid: Paid, language: Language): Row[] {
  const { quantity_kg, price_micros, batch_currency, currency, rate } = paid
  const price = amountIn(language, microsToUnits(price_micros), batch_currency, 6)
  const exchange = `1 ${batch_currency} = ${factorIn(language, Number(rate), 9)} ${currency}`
  return [
    [textIn(language, 'receipts_quantity'), `${countIn(language, quantity_kg)} kg CO2`],
    [textIn(language, 'receipts_price'), price],
    ...(batch_currency === currency
      ? []
      : [[textIn(language, 'receipts_rate'), exchange] as const]),
  ]
}

function writeTotal(paper: Paper, paid: Paid, language: Language, top: number): number {
  rule(paper, { x: side, y: top, width })
  const place = { x: side, y: top + 8, width }
  const total = minorIn(language, paid.total_minor, paid.currency)
  let y = top
  paper.within('L', () =>
    paper.within('LI', () => {
      paper.write('Lbl', textIn(language, 'purchases_total'), place, styles.total)
      y = paper.write('LBody', total, place, styles.totalAmount)
    }),
  )
  rule(paper, { x: side, y: y + 4, width })
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
