// Defines the commands that record what a batch cost, and that add up margins.
import { batchesCost as recordCost } from '#features/accounts/costs/cost-actions.ts'
import { type Margin, readMargins } from '#features/accounts/costs/read-margin.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { listed, misused } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import type { Command, Context } from './command.ts'

export const batchesCost: Command = actionCommand({
  action: recordCost,
  usage: 'SERIAL AMOUNT --currency CURRENCY',
  example:
    'GS1-1-SO-GS12285-16-2022-29930-6499-42536 520.00 --currency GBP --reason "Invoice 2026-118"',
  optionTexts: { currency: 'the currency of the cost, which it keeps' },
  open: withDatabase,
  input: ({ words: [serial, amount], options: { currency } }: Context) => {
    return { serial, amount, currency }
  },
  words: { serial: 'SERIAL', amount: 'AMOUNT' },
  outcome: ({ details }) => {
    const { serialNumber: serial_number, currency, amountMinor, previousMinor } = details
    const { costOfSalesMinor, writeOffsMinor } = details
    const stockMinor = amountMinor - costOfSalesMinor - writeOffsMinor
    const text = (minor: number) => `${minorText(minor, decimalsOf(currency))} ${currency}`
    const units = (minor: number) => minorToUnits(minor, decimalsOf(currency))
    const parts = `${text(costOfSalesMinor)} cost of sales, ${text(writeOffsMinor)} written off`
    return {
      ok: true,
      lines: [`${serial_number} cost ${text(amountMinor)}: ${parts}, ${text(stockMinor)} stock.`],
      json: {
        ok: true,
        ...{ serial_number, currency, amount: units(amountMinor) },
        previous: previousMinor === null ? null : units(previousMinor),
        cost_of_sales: units(costOfSalesMinor),
        write_offs: units(writeOffsMinor),
        stock: units(stockMinor),
      },
    }
  },
})

const header =
  'month,project,serial_number,currency,sales,cost_of_sales,write_offs,given,margin'.split(',')
export const accountsMargin: Command = {
  name: 'accounts margin',
  access: readsPart('books'),
  usage: '--from MONTH --to MONTH [--projects] [--csv]',
  example: '--from 2026-01 --to 2026-10 --csv',
  optionTexts: {
    from: 'the first month, such as 2026-01, by value date in UTC',
    to: 'the last month',
    projects: 'a sum for each project in place of each batch',
    csv: 'as a file',
  },
  summary:
    'adds up sales without tax and refunds, cost, write-offs and what was given away, by month and batch',
  readsAll: true,
  run: async ({ db, options, flags, print, asJson }) => {
    const [from, to] = [readMonth(options.from ?? ''), readMonth(options.to ?? '')]
    if (from === null) return misused('--from is no month such as 2026-01.')
    if (to === null) return misused('--to is no month such as 2026-10.')
    if (to.first < from.first) return misused('--from is after --to.')
    const isCsv = flags.has('csv')
    if (isCsv && asJson) return misused('--csv and --json are two forms of one answer: take one.')
    const by = flags.has('projects') ? 'project' : 'batch'
    const margins = await readMargins(db, from.first, to.next, by)
    if (isCsv) {
      print(spreadsheetLine(header).slice(0, -1))
      for (const margin of margins) {
        const { month, project, serialNumber, currency } = margin
        const units = unitsOf(margin)
        const fields = [month, project, serialNumber, currency, ...Object.values(units)]
        print(spreadsheetLine(fields).slice(0, -1))
      }
    }
    return {
      ok: true,
      lines: isCsv ? [] : listed(margins.map(lineOf), 'Those months have no sales and no costs.'),
      json: { ok: true, margins: margins.map(toJson) },
    }
  },
}

function lineOf(margin: Margin): string {
  const { month, project, serialNumber, currency } = margin
  const text = (minor: number) => minorText(minor, decimalsOf(currency))
  const about = [project ?? 'entries by hand', serialNumber].filter((text) => text !== null)
  return (
    `${month}  ${about.join('  ')}  sales ${text(margin.salesMinor)}, ` +
    `cost ${text(margin.costMinor)}, written off ${text(margin.writeOffsMinor)}, ` +
    `given ${text(margin.givenMinor)}: margin ${text(margin.marginMinor)} ${currency}`
  )
}

/** Returns the amounts as numbers, in the order of the header. */
function unitsOf(margin: Margin) {
  const units = (minor: number) => minorToUnits(minor, decimalsOf(margin.currency))
  return {
    sales: units(margin.salesMinor),
    cost_of_sales: units(margin.costMinor),
    write_offs: units(margin.writeOffsMinor),
    given: units(margin.givenMinor),
    margin: units(margin.marginMinor),
  }
}

function toJson(margin: Margin): object {
  const { month, project, serialNumber: serial_number, currency } = margin
  return { month, project, serial_number, currency, ...unitsOf(margin) }
}
