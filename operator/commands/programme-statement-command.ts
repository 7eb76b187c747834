// Defines the command that shows a programme's statement of a month, or writes it as a PDF file.

import {
  type ProgrammeStatement,
  readProgrammeStatement,
  type StatementSide,
  sides,
} from '#features/partners/statements/programme-statement.ts'
import { programmeStatementLines } from '#features/partners/statements/programme-statement-file.ts'
import { readsPart } from '#operator/access.ts'
import { maySeeProgramme } from '#operator/actor.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { openDrawings } from '#platform/drawing/drawing-thread.ts'
import { isSandbox } from '#providers/provider-table.ts'
import type { Drawing } from '#server/services.ts'
import { textIn } from '#texts/text-in.ts'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context, Outcome } from './command.ts'

export const programmesStatement: Command = {
  name: 'programmes statement',
  access: readsPart('programmes'),
  usage: 'ID MONTH [--csv] [--pdf FILE] [--lang LANG]',
  example: 'green-bank 2026-10 --pdf green-bank-2026-10.pdf --lang de',
  optionTexts: {
    csv: 'rows for a spreadsheet: openings, the movements of each day, closings',
    pdf: 'writes the statement for the partner into this new PDF file',
    lang: `the language of the PDF file: ${languages.join(', ')}`,
  },
  summary: 'shows what a programme got, gave and has left in a month, and what its wallets spent',
  readsAll: true,
  file: { at: 'pdf', use: 'write' },
  run: writeStatement,
}

async function writeStatement(context: Context): Promise<Outcome> {
  const { db, actor, words, options, flags, asJson } = context
  const [id = '', month = ''] = words
  const { pdf, lang } = options
  const isCsv = flags.has('csv')
  if (isCsv && (asJson || pdf !== undefined)) return misused('--csv is a form of its own.')
  const language = languages.find((each) => each === lang) ?? defaultLanguage
  if (lang !== undefined && (pdf === undefined || language !== lang)) {
    return misused(`--lang is the language of --pdf: ${languages.join(', ')}.`)
  }
  if (pdf !== undefined) assertNewFile(pdf)
  if (!maySeeProgramme(actor, id)) return failed('There is no such programme.')
  const statement = await readProgrammeStatement(db, id, month, new Date())
  if (isProblem(statement)) return failed(statement.text ?? 'There is no such programme.')
  const json = { ok: true, ...toJson(statement) }
  if (isCsv) {
    const lines = programmeStatementLines(statement).map((line) => line.trimEnd())
    return { ok: true, lines, json }
  }
  if (pdf === undefined) return { ok: true, lines: linesOf(statement), json }
  await writeNewFile(pdf, await draw(context, statement, language))
  return { ok: true, lines: [`Wrote ${pdf}.`], json: { ...json, file: pdf } }
}

async function draw(
  { settings }: Context,
  statement: ProgrammeStatement,
  language: Language,
): Promise<Buffer> {
  const { seller, cards } = settings
  const note = isSandbox(cards) ? textIn(language, 'common_sandbox') : null
  const drawings = openDrawings<Drawing>(new URL('../../server/drawing-worker.ts', import.meta.url))
  try {
    return await drawings.draw({ kind: 'programme-statement', statement, language, seller, note })
  } finally {
    await drawings.close()
  }
}

function toJson({ id, name, month, firstDay, lastDay, isOver, currencies }: ProgrammeStatement) {
  const sideOf = ({ openingMinor, movements, closingMinor }: StatementSide) => ({
    opening: minorToUnits(openingMinor),
    movements: movements.map(({ kind, amountMinor, postings }) => {
      return { kind, amount: minorToUnits(amountMinor), postings }
    }),
    closing: minorToUnits(closingMinor),
  })
  return {
    ...{ program_id: id, name, month, first_day: firstDay, last_day: lastDay, is_over: isOver },
    currencies: currencies.map(({ currency, funds, wallets }) => {
      return { currency, funds: sideOf(funds), wallets: sideOf(wallets) }
    }),
  }
}

const titles = { funds: 'money of the programme', wallets: 'in wallets' } as const

function linesOf({ id, name, firstDay, lastDay, isOver, currencies }: ProgrammeStatement) {
  const row = (label: string, minor: number) =>
    `  ${label.padEnd(20)}  ${minorText(minor).padStart(16)}`
  const state = isOver ? '' : ', a month that is not over'
  return [
    `${id}  ${name}  ${firstDay} to ${lastDay}, days in UTC${state}`,
    ...currencies.flatMap(({ currency, ...ofCurrency }) =>
      sides.flatMap((side) => {
        const { openingMinor, movements, closingMinor } = ofCurrency[side]
        return [
          `${currency} ${titles[side]}`,
          row('opening', openingMinor),
          ...movements.map(({ kind, amountMinor }) => row(kind.replace('_', ' '), amountMinor)),
          row(isOver ? 'closing' : 'so far', closingMinor),
        ]
      }),
    ),
  ]
}
