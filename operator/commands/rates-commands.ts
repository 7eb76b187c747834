// Defines the commands that import exchange rates from the provider or from a file. Impossible rates are
// refused; a jump needs a confirmation.
import { basename } from 'node:path'
import { importRates } from '#features/wallet/rates/import-rates.ts'
import { refreshRates } from '#features/wallet/rates/refresh-rates.ts'
import { actsAs } from '#operator/access.ts'
import { firstOf } from '#operator/audit/outcomes.ts'
import { signed } from '#operator/signed-command.ts'
import { withPreview } from '#operator/with-preview.ts'
import { readRatesFile } from '#providers/exchange-rates/ecb-file.ts'
import { openRates } from '#providers/exchange-rates/rates-providers.ts'
import { textOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Maximum size of the file in bytes. The bank's whole history is about 8 MB. */
const fileMaxBytes = 16 * 2 ** 20
/** Maximum number of printed reasons. */
const reasonsMax = 10

export const ratesRefresh = signed(
  {
    name: 'rates refresh',
    access: actsAs('rates refresh'),
    usage: '[--accept-jump]',
    example: '--accept-jump --by ada',
    optionTexts: {
      'accept-jump': 'takes rates that moved by more than 10 %',
    },
    summary: 'takes the provider’s exchange rates into use; a jump over 10 % needs your yes',
    run: async ({ db, settings, flags }) => {
      const rates = openRates(settings.rates)
      const refresh = await refreshRates({ db, rates }, flags.has('accept-jump'))
      const { source, asOf, changed, refused, skipped, isAcceptable } = refresh
      const json = { source, as_of: asOf, changed, skipped }
      if (refused.length > 0) return refusedRates(`${source}, ${asOf}`, refused, isAcceptable, json)
      const line = `Rates of ${source}, ${asOf}: ${changed} currencies were new or differed.`
      return { ok: true, lines: [...skippedLines(skipped), line], json }
    },
  },
  { reason: 'optional', about: () => [] },
)

const ratesImportSpec: Command = {
  name: 'rates import',
  access: actsAs('rates import'),
  usage: 'FILE [--accept-jump]',
  example: 'eurofxref-hist-90d.xml --by ada',
  optionTexts: {
    'accept-jump': 'takes rates that moved by more than 10 %',
  },
  summary:
    'takes rates of the European Central Bank’s XML or CSV files into use, of one day or many',
  file: { at: 0, use: 'read' },
  run: importFromFile,
}
export const ratesImport = withPreview(
  signed(ratesImportSpec, {
    reason: 'optional',
    about: ({ words }) => words.map((word) => basename(word)),
  }),
  ratesImportSpec.run,
)

async function importFromFile({ db, words: [path = ''], flags }: Context): Promise<Outcome> {
  const published = readRatesFile(await textOnDisk(path, fileMaxBytes))
  const imported = await importRates(db, published, flags.has('accept-jump'))
  const { days, from, to, changed, inForce, refused, skipped, isAcceptable } = imported
  const period = days === 1 ? from : `${days} days from ${from} to ${to}`
  const json = { days, from, to, changed, in_force: inForce, skipped: skipped.slice(0, reasonsMax) }
  if (refused.length > 0) return refusedRates(period, refused, isAcceptable, json)
  const lines = [
    ...skippedLines(skipped),
    changed === 0
      ? `Rates of ${period}: they are already in force, nothing was changed.`
      : `Rates of ${period}: ${changed} were new or differed.`,
    `The rates of ${inForce} are in force.`,
  ]
  return { ok: true, lines, json: { ok: true, ...json } }
}

/** Returns the lines about the rates that were left out. The others are in use. */
export function skippedLines(skipped: readonly string[]): readonly string[] {
  if (skipped.length === 0) return []
  return [...firstOf(skipped, reasonsMax), 'These rates were left out.']
}

/** Returns the outcome of rates that were not taken, with the reasons and what helps. */
export function refusedRates(
  period: string,
  refused: readonly string[],
  isAcceptable: boolean,
  json: object,
): Outcome {
  const advice = isAcceptable ? ' If that is right, say --accept-jump.' : ''
  const lines = [...firstOf(refused, reasonsMax), `The rates of ${period} were not taken.${advice}`]
  return { ok: false, lines, json: { ok: false, ...json, refused: refused.slice(0, reasonsMax) } }
}
