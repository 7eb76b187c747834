// The actions with which staff take exchange rates into use: those of the provider, or of a file.
import { z } from 'zod'
import {
  type Action,
  type ActionContext,
  action,
  change,
  figure,
} from '#platform/actions/action.ts'
import { fileField, fileMaxBytes, flagField } from '#platform/actions/fields.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Database } from '#platform/database/database.ts'
import { readRatesFile, UnreadableRates } from '#providers/exchange-rates/ecb-file.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import { textOf } from '#providers/registries/tables/checked-bytes.ts'
import { sourceOfText, UnreadableFile } from '#providers/registries/tables/file-source.ts'
import { currencies } from '#values/money/currencies.ts'
import { isProblem, problem } from '#values/problem.ts'
import { importRates } from './import-rates.ts'
import { refreshRates, type TakenRates } from './refresh-rates.ts'

type Services = { readonly db: Database; readonly rates: RatesProvider }

const rules = {
  roles: ['money', 'admin'],
  needsReason: false,
  isSensitive: true,
  approval: 'never',
} as const
const jumpTitle = 'Accept a jump'
const acceptJump = flagField({
  title: jumpTitle,
  description: 'Takes rates that moved by more than 10 %.',
})

const ratesRefresh: Action<Services> = action({
  name: 'rates refresh',
  title: 'Refresh the rates',
  summary: 'Takes the exchange rates of the provider into use.',
  ...rules,
  input: z.object({ accept_jump: acceptJump }),
  run: async ({ services, record }, { accept_jump: acceptsJump }) => {
    const published = await services.rates.latest().catch(() => null)
    if (published === null) return problem('no_answer', { text: noAnswer })
    const rates = { latest: async () => published }
    const taken = await refreshRates({ db: services.db, rates }, acceptsJump, (tx, stored) =>
      record(tx, [], { effect: effectOf(stored) }),
    )
    return taken.refused.length > 0 ? refusalOf(taken) : effectOf(taken)
  },
})
const noAnswer = 'The provider of exchange rates does not answer now. Please try again later.'

const ratesImport: Action<Services> = action({
  name: 'rates import',
  title: 'Import rates',
  summary: 'Takes rates of the European Central Bank’s XML or CSV files into use.',
  ...rules,
  input: z.object({
    file: fileField(
      { title: 'File', description: 'XML or CSV of the bank, of one day or many.' },
      '.xml,.csv,.txt,text/xml,text/csv',
    ),
    accept_jump: acceptJump,
  }),
  run: async ({ services, record }: ActionContext<Services>, { file, accept_jump }) => {
    const published = await readFile(file)
    if (isProblem(published)) return published
    const about = keptSubject(file.name)
    const taken = await importRates(services.db, published, accept_jump, (tx, rates) =>
      record(tx, about === null ? [] : [about], { effect: effectOf(rates) }),
    )
    return taken.refused.length > 0 ? refusalOf(taken) : effectOf(taken)
  },
})

async function readFile(file: { readonly name: string; readonly text: string }) {
  try {
    return readRatesFile(await textOf(sourceOfText(file), fileMaxBytes))
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof UnreadableRates) {
      return problem('unreadable_file', { text: `${file.name}: ${error.message}` })
    }
    throw error
  }
}

/** Returns the day of the rates in force, and the currencies whose rate changes. */
function effectOf({ changed, skipped, before, after }: TakenRates) {
  const rateOf = ({ unitsPerEur }: TakenRates['before'], code: string) =>
    unitsPerEur.get(code) ?? 'none'
  const changes = currencies
    .filter((code) => rateOf(before, code) !== rateOf(after, code))
    .map((code) => change(`1 EUR in ${code}`, rateOf(before, code), rateOf(after, code)))
  return {
    figures: [
      change('Day of the rates in force', before.asOf, after.asOf ?? 'none'),
      figure('Rates that are new or differ', changed),
      ...(skipped.length === 0 ? [] : [figure('Rates left out', skipped.length)]),
      ...changes,
    ],
    rows: skipped.map((text): FileRow => ({ line: null, outcome: 'left_out', subject: '', text })),
  }
}

type Refused = TakenRates & { readonly refused: readonly string[]; readonly isAcceptable: boolean }

/** Returns the refused rates, and how they may be taken. */
function refusalOf({ refused, isAcceptable }: Refused) {
  const advice = isAcceptable ? ` If they are right, choose “${jumpTitle}”.` : ''
  return {
    figures: [figure('Rates refused', refused.length)],
    rows: refused.map((text): FileRow => ({ line: null, outcome: 'refused', subject: '', text })),
    refusal: `The rates are not taken.${advice}`,
  }
}

export const ratesActions = [ratesRefresh, ratesImport]
