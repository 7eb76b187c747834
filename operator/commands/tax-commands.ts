// Defines the command that reports tax: sums of a quarter by country, and purchases whose evidence differs.
import {
  type Days,
  type EvidenceDifference,
  quarterOf,
  readEvidenceDifferences,
  readTaxSums,
  type TaxSum,
} from '#features/tax/tax-report.ts'
import { readsPart } from '#operator/access.ts'
import { listed, misused } from '#operator/audit/outcomes.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import type { Command, Context, Outcome } from './command.ts'

export const accountsTax: Command = {
  name: 'accounts tax',
  access: readsPart('books'),
  usage: '--quarter QUARTER [--evidence] [--csv]',
  example: '--quarter 2026-Q1 --csv',
  optionTexts: {
    quarter: 'a quarter in UTC, such as 2026-Q1',
    evidence: 'receipts whose card is of another country than the buyer’s number, in place of sums',
    csv: 'a line for each sum or receipt, for a spreadsheet',
  },
  summary: 'sums the tax of a quarter’s receipts less credit notes by country, currency and rate',
  readsAll: true,
  run: reportTax,
}

async function reportTax(context: Context): Promise<Outcome> {
  const { options, flags, asJson } = context
  const days = quarterOf(options.quarter ?? '')
  if (days === null) return misused('--quarter takes a quarter such as 2026-Q1.')
  if (flags.has('csv') && asJson) {
    return misused('--csv and --json are two forms of one answer: take one.')
  }
  return flags.has('evidence') ? listEvidence(context, days) : sumTax(context, days)
}

const sumColumns = 'country currency rate receipts credit_notes net tax gross'.split(' ')

async function sumTax({ db, flags, print }: Context, days: Days): Promise<Outcome> {
  const sums = await readTaxSums(db, days)
  const isCsv = flags.has('csv')
  if (isCsv) {
    print(csvLine(sumColumns))
    for (const sum of sums) print(csvLine(fieldsOf(sum)))
  }
  const json = {
    ok: true,
    ...days,
    sums: sums.map(({ net_minor, tax_minor, gross_minor, ...sum }) => ({
      ...sum,
      net: unitsOf(net_minor, sum.currency),
      tax: unitsOf(tax_minor, sum.currency),
      gross: unitsOf(gross_minor, sum.currency),
    })),
  }
  const lines = listed(sums.map(lineOf), 'No receipt is of that quarter.')
  return { ok: true, lines: isCsv ? [] : lines, json }
}

function fieldsOf({ country, currency, rate, receipts, credit_notes, ...sum }: TaxSum) {
  const { net_minor, tax_minor, gross_minor } = sum
  const amounts = [net_minor, tax_minor, gross_minor].map((minor) => amountText(minor, currency))
  return [country, currency, rate, receipts, credit_notes, ...amounts]
}

function lineOf(sum: TaxSum): string {
  const { country, currency, rate, receipts, credit_notes, net_minor, tax_minor, gross_minor } = sum
  const amounts = [net_minor, tax_minor, gross_minor].map((minor) =>
    amountText(minor, currency).padStart(14),
  )
  const counts = `${receipts} receipts, ${credit_notes} credit notes`
  return `${country}  ${currency}  ${`${rate} %`.padStart(9)}  ${amounts.join('  ')}  ${counts}`
}

const evidenceColumns = 'number date purchase country card_country currency tax gross'.split(' ')

/** Lists the receipts whose card is of another country, in the order of their numbers. */
async function listEvidence(context: Context, days: Days): Promise<Outcome> {
  const { db, flags, print, asJson } = context
  const isCsv = flags.has('csv')
  if (isCsv) print(csvLine(evidenceColumns))
  const differences: object[] = []
  const count = await readEvidenceDifferences(db, days, (each) => {
    if (asJson) differences.push(toJson(each))
    else if (isCsv) print(csvLine(evidenceFieldsOf(each)))
    else print(evidenceLine(each))
  })
  const lines = isCsv ? [] : [`${count} receipts whose card is of another country.`]
  return { ok: true, lines, json: { ok: true, ...days, differences } }
}

function evidenceFieldsOf({ number, day, tx_id, ...each }: EvidenceDifference) {
  const { country, card_country, currency, tax_minor, gross_minor } = each
  const amounts = [tax_minor, gross_minor].map((minor) => amountText(minor, currency))
  return [number, day, tx_id, country, card_country, currency, ...amounts]
}

function evidenceLine(each: EvidenceDifference): string {
  const { number, day, tx_id, country, card_country, currency, gross_minor } = each
  const gross = `${amountText(gross_minor, currency)} ${currency}`
  return `${number}  ${day}  ${tx_id}  number ${country}, card ${card_country}  ${gross}`
}

function toJson({ tax_minor, gross_minor, day, ...each }: EvidenceDifference): object {
  const { currency } = each
  return {
    ...each,
    date: day,
    tax: unitsOf(tax_minor, currency),
    gross: unitsOf(gross_minor, currency),
  }
}

const csvLine = (fields: Parameters<typeof spreadsheetLine>[0]) =>
  spreadsheetLine(fields).slice(0, -1)
const amountText = (minor: number, currency: string) => minorText(minor, decimalsOf(currency))
const unitsOf = (minor: number, currency: string) => minorToUnits(minor, decimalsOf(currency))
