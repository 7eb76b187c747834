// Defines the commands about the catalogue: imports and featured projects.
// An import is all or nothing; an error names the file and line of the invalid row.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { BatchTerms } from '#features/catalogue/import/batch-judgement.ts'
import { readBatchTerms } from '#features/catalogue/import/batch-terms.ts'
import type { CatalogueFiles } from '#features/catalogue/import/catalogue-files.ts'
import type { AcceptedPrice } from '#features/catalogue/import/import-batches.ts'
import {
  type ImportCounts,
  type ImportResult,
  importCatalogue,
} from '#features/catalogue/import/import-catalogue.ts'
import { auditedPrice } from '#features/catalogue/import/import-prices.ts'
import type { UnknownCountry, UnknownStatus } from '#features/catalogue/import/import-projects.ts'
import { actsAs } from '#operator/access.ts'
import { shownAuthor } from '#operator/actor.ts'
import { misused } from '#operator/audit/outcomes.ts'
import { readChange } from '#operator/signature.ts'
import { signed } from '#operator/signed-command.ts'
import { withPreview } from '#operator/with-preview.ts'
import { writeAuditEntries } from '#platform/database/audit/audit-trail.ts'
import { fetchList } from '#providers/registries/fetch-list.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { type FileSource, faultSentence } from '#providers/registries/tables/file-source.ts'
import type { Command, Context, Outcome } from './command.ts'

const projectsImportSpec: Command = {
  name: 'projects import',
  access: actsAs('projects import'),
  usage: 'FILE|URL [--overwrite]',
  example: 'verra-projects.csv --by ada',
  summary: 'adds and updates projects of a registry: CSV, or pages of Gold Standard’s interface',
  file: { at: 0, use: 'read' },
  optionTexts: {
    overwrite: 'takes from the file what projects edit has set; without it that stays',
  },
  run: (context) => importFile(context, 'projects'),
}
export const projectsImport = withPreview(
  signed(projectsImportSpec, {
    reason: 'optional',
    about: ({ words }) => words.map((word) => basename(word)),
  }),
  projectsImportSpec.run,
)

const batchesImportSpec: Command = {
  name: 'batches import',
  access: actsAs('batches import'),
  usage:
    'FILE|URL [--price P] [--currency C] [--create-projects] [--skip-known] [--skip-unsellable] ' +
    '[--accept-price] [--uncompared REGISTRY]... [--ignore-column NAME]...',
  example: 'batches.csv --price 0.0243 --currency GBP --by ada --reason "Prices of May"',
  summary: 'adds batches, and updates their names and prices, from a CSV file',
  file: { at: 0, use: 'read' },
  optionTexts: {
    price: 'price of a kilogram, such as 0.0243, for a file without the column price_per_kg',
    currency: 'its currency, such as GBP, for a file without the column currency',
    'create-projects': 'makes the projects that rows name and the catalogue lacks',
    'skip-known': 'leaves out and counts rows that are a part of a known batch',
    'skip-unsellable':
      'leaves out and counts rows that may not be sold: by status, kind of unit, use or day',
    'accept-price':
      'takes prices outside of PRICE_BAND or far from one of the last 7 days, and names each',
    uncompared:
      'imports rows of this registry though its serials cannot be compared; may be repeated',
    'ignore-column':
      'allows a column that the import does not know, after somebody has checked its cells; may be repeated',
  },
  run: async (context) => {
    const terms = batchTermsOf(context)
    return typeof terms === 'string' ? misused(terms) : importFile(context, 'batches', terms)
  },
}
export const batchesImport = withPreview(
  signed(batchesImportSpec, {
    reason: 'wanted in production',
    about: ({ words, lists }) => [
      ...words.map((word) => basename(word)),
      ...(lists['ignore-column'] ?? []),
    ],
  }),
  batchesImportSpec.run,
)

const featuredSetSpec: Command = {
  name: 'featured set',
  access: actsAs('featured set'),
  usage: 'FILE',
  example: 'featured.csv --by ada',
  summary: 'features the projects of a CSV file in the countries that it names',
  file: { at: 0, use: 'read' },
  run: (context) => importFile(context, 'featured'),
}
export const featuredSet = withPreview(
  signed(featuredSetSpec, {
    reason: 'optional',
    about: ({ words }) => words.map((word) => basename(word)),
  }),
  featuredSetSpec.run,
)

type Kind = keyof CatalogueFiles & keyof ImportCounts

/** Number of rows between two progress lines of an import. */
const progressRows = 10_000

async function importFile(
  context: Context,
  kind: Kind,
  batchTerms: BatchTerms = {},
): Promise<Outcome> {
  const [fileOrUrl = ''] = context.words
  if (/^https?:/i.test(fileOrUrl)) return importFromAddress(context, kind, fileOrUrl, batchTerms)
  return importSources(context, kind, [await fileOnDisk(fileOrUrl)], batchTerms)
}

/** Downloads the whole list before the import begins, so that no transaction waits for the network. */
async function importFromAddress(
  context: Context,
  kind: Kind,
  address: string,
  batchTerms: BatchTerms,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-import-'))
  try {
    const sources = await fetchList(address, {
      folder,
      onProgress: (entries, total) => context.say(`Fetched ${entries} of ${total} entries.`),
    })
    return await importSources(context, kind, sources, batchTerms)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function importSources(
  context: Context,
  kind: Kind,
  sources: readonly FileSource[],
  batchTerms: BatchTerms,
): Promise<Outcome> {
  const { db, say, settings } = context
  const signature = readChange(context, kind === 'batches' ? 'wanted in production' : 'optional')
  if ('lines' in signature) return signature
  let shownRows = 0
  const onProgress = (_: Kind, rowsRead: number) => {
    if (rowsRead - shownRows < progressRows) return
    shownRows = rowsRead
    say(`${rowsRead} rows of ${kind} …`)
  }
  const [source] = sources
  const files = kind === 'projects' ? { projects: sources } : { [kind]: source }
  const result: ImportResult = await importCatalogue(db, files, {
    isDemo: false,
    batchTerms,
    overwrites: context.flags.has('overwrite'),
    priceBand: settings.priceBand,
    by: shownAuthor(signature),
    auditPrices: (tx, changes) =>
      writeAuditEntries(tx, { ...signature, command: `${kind} import` }, changes.map(auditedPrice)),
    onProgress,
  })
  if ('faults' in result) {
    const lines = [...result.faults.map(faultSentence), 'Nothing was imported.']
    return { ok: false, lines, json: { ok: false, ...result } }
  }
  return { ok: true, lines: importedLines(kind, result), json: { ok: true, ...result[kind] } }
}

/** Returns the lines of an import: rows that were left out, the counts, and what a person has to know. */
export function importedLines(kind: Kind, result: ImportCounts): string[] {
  const { unknown_status = [] } = result.projects
  const { unknown_country = [] } = kind === 'batches' ? result.batches : result.projects
  const { left_out = [], no_longer_sellable = [], partly_unsellable = [] } = result.batches
  const { accepted_prices = [] } = result.batches
  return [
    ...left_out.map((row) => `left out  ${faultSentence(row)}`),
    ...accepted_prices.map(acceptedSentence),
    `Imported ${kind}: ${summaryOf(result[kind])}.`,
    ...unknown_status.map(unknownSentence),
    ...unknown_country.map(countrySentence),
    ...no_longer_sellable.map(endedSentence),
    ...partly_unsellable.map(partlyEndedSentence),
  ]
}

/** Labels of counts whose key is unclear to people. */
const countNames: Readonly<Record<string, string>> = {
  unsellable: 'left out as not for sale',
  known: 'left out as parts of known batches',
  projects_added: 'projects added',
  edited: 'with fields kept that projects edit has set',
  skipped: 'ended before and kept unlisted',
  unknown_statuses: 'with a status that is not known',
  unknown_countries: 'with a country that is not known',
}

function summaryOf(counts: object): string {
  return Object.entries(counts)
    .flatMap(([label, count]) =>
      typeof count === 'number' ? [`${count} ${countNames[label] ?? label}`] : [],
    )
    .join(', ')
}

function acceptedSentence({ serial_number, old, new: next, change }: AcceptedPrice): string {
  return old === null
    ? `accepted  ${serial_number} is new at ${next}`
    : `accepted  ${serial_number} from ${old} to ${next} (${change ?? 'no rate'})`
}

function unknownSentence({ registry, external_id, status }: UnknownStatus): string {
  const project = `${registry} ${external_id}`
  return `${project}: "${status}" is no status that we know. It stays as it was, a new one unlisted.`
}

function countrySentence({ registry, external_id, country }: UnknownCountry): string {
  const project = `${registry} ${external_id}`
  return `${project}: "${country}" is no country that is known. A known project keeps its country, a new one has none.`
}

function endedSentence(serial: string): string {
  return `${serial} is a known batch that its registry does not let be sold any more: batches withdraw.`
}

function partlyEndedSentence(serial: string): string {
  return `${serial} has tonnes that its registry does not let be sold: retirements record where they are ours, else batches withdraw.`
}

/** Returns the terms of a batch file from the command's options, or an error message. */
function batchTermsOf({ options, lists, flags }: Context): BatchTerms | string {
  const { price, currency } = options
  const { uncompared = [], 'ignore-column': ignoredColumns = [] } = lists
  const terms = readBatchTerms({
    skipsKnown: flags.has('skip-known'),
    skipsUnsellable: flags.has('skip-unsellable'),
    createsProjects: flags.has('create-projects'),
    acceptsPrices: flags.has('accept-price'),
    uncompared,
    ignoredColumns,
    price,
    ...(currency && { currency }),
  })
  return 'fault' in terms ? `--${terms.option}${terms.fault}` : terms
}
