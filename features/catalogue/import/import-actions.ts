// The actions with which staff import projects, batches and featured projects from a file.
import { z } from 'zod'
import { type Action, type ActionContext, action, figure } from '#platform/actions/action.ts'
import {
  currencyField,
  fileField,
  flagField,
  longTextField,
  textField,
} from '#platform/actions/fields.ts'
import { type FileRow, fileEffect, refusalOfRows } from '#platform/actions/file-rows.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Database } from '#platform/database/database.ts'
import { faultSentence, sourceOfText } from '#providers/registries/tables/file-source.ts'
import { problem } from '#values/problem.ts'
import { readBatchTerms } from './batch-terms.ts'
import type { CatalogueFiles } from './catalogue-files.ts'
import { type ImportCounts, type ImportOptions, importCatalogue } from './import-catalogue.ts'
import { auditedPrice } from './import-prices.ts'
import type { PriceBand } from './price-judgement.ts'

type Services = { readonly db: Database; readonly settings: { readonly priceBand: PriceBand } }
type File = { readonly name: string; readonly text: string }

const rules = { roles: ['registry', 'admin'], approval: 'never' } as const
const file = fileField({ title: 'File', description: 'CSV in UTF-8.' }, '.csv,.txt,text/csv')

/** Titles of the fields that sentences of an import name as options of the command. */
const titles = {
  'skip-unsellable': 'Leave out what may not be sold',
  'skip-known': 'Leave out parts of known batches',
  'create-projects': 'Create missing projects',
  'accept-price': 'Accept unusual prices',
  uncompared: 'Registries that cannot be compared',
  'ignore-column': 'Columns to ignore',
  price: 'Price of a kilogram',
  currency: 'Currency',
} as const

/** Returns the sentence with the titles of fields in place of the command's options. */
function inTitles(sentence: string): string {
  return Object.entries(titles).reduce(
    (text, [option, title]) => text.replaceAll(`--${option}`, `“${title}”`),
    sentence,
  )
}

const rowInTitles = ({ text, ...row }: FileRow): FileRow =>
  text === undefined ? row : { ...row, text: inTitles(text) }

type Import = {
  readonly file: File
  readonly files: CatalogueFiles
  readonly options?: Partial<ImportOptions>
  /** Returns figures in addition to the numbers of rows. */
  readonly figuresOf: (counts: ImportCounts) => readonly Figure[]
}

async function importFile(
  { services, by, record, recordEach }: ActionContext<Services>,
  { file: { name }, files, options, figuresOf }: Import,
) {
  const report: FileRow[] = []
  const effectOf = (counts: ImportCounts | null) =>
    fileEffect(name, report.map(rowInTitles), counts === null ? [] : figuresOf(counts))
  const result = await importCatalogue(services.db, files, {
    isDemo: false,
    ...{ by, report, priceBand: services.settings.priceBand },
    auditPrices: (tx, changes) => recordEach(tx, changes.map(auditedPrice)),
    audit: (tx, counts) => record(tx, aboutFile(name), { effect: effectOf(counts) }),
    ...options,
  })
  if (!('faults' in result)) return effectOf(result)
  const [fault] = result.faults
  if (fault !== undefined) return problem('file_refused', { text: faultSentence(fault) })
  return { ...effectOf(null), refusal: refusalOfRows(report) ?? undefined }
}

/** Returns the name of a file as the audit trail keeps it. */
export function aboutFile(name: string): string[] {
  const kept = keptSubject(name)
  return kept === null ? [] : [kept]
}

/** Returns a figure for each number above 0. */
function countedFigures(counts: Readonly<Record<string, number | undefined>>): Figure[] {
  return Object.entries(counts).flatMap(([label, count = 0]) =>
    count === 0 ? [] : [figure(label, count)],
  )
}

const projectsImport: Action<Services> = action({
  name: 'projects import',
  title: 'Import projects',
  summary: 'Adds and updates projects of a registry from its CSV file: all rows, or none.',
  ...rules,
  needsReason: false,
  isSensitive: false,
  input: z.object({
    file,
    overwrite: flagField({
      title: 'Overwrite what staff have set',
      description: 'Otherwise names, texts, pictures and goals that staff have set stay.',
    }),
  }),
  run: (context, { file: given, overwrite: overwrites }) =>
    importFile(context, {
      file: given,
      files: { projects: [sourceOfText(given)] },
      options: { overwrites },
      figuresOf: ({ projects: { delisted, relisted, edited } }) =>
        countedFigures({
          'Projects that leave the lists': delisted,
          'Projects that are listed again': relisted,
          'Projects whose set fields stay': edited,
        }),
    }),
})

const batchesImport: Action<Services> = action({
  name: 'batches import',
  title: 'Import batches',
  summary: 'Adds batches, and updates names and prices, from a CSV file: all rows, or none.',
  ...rules,
  needsReason: true,
  isSensitive: true,
  input: z.object({
    file,
    price: textField(
      {
        title: titles.price,
        description: 'Such as 0.0243, for a file without the column price_per_kg.',
      },
      20,
    ).optional(),
    currency: currencyField({
      title: titles.currency,
      description: 'For a file without the column currency.',
    }).optional(),
    create_projects: flagField({ title: titles['create-projects'] }),
    skip_known: flagField({ title: titles['skip-known'] }),
    skip_unsellable: flagField({
      title: titles['skip-unsellable'],
      description: 'By status, kind of unit, use or day.',
    }),
    accept_price: flagField({
      title: titles['accept-price'],
      description: 'Outside of the band of prices, or far from one of the last 7 days.',
    }),
    uncompared: z
      .array(textField({ title: 'Registry' }, 100))
      .max(20)
      .meta({
        title: titles.uncompared,
        description: 'Their batches are marked so. Separate them by commas.',
      })
      .optional(),
    ignore_column: longTextField(
      {
        title: titles['ignore-column'],
        description: 'Names of columns whose cells you have checked, one on each line.',
      },
      2_000,
    ).optional(),
  }),
  run: (context, { file: given, price, currency, ...input }) => {
    const ignoredColumns = linesIn(input.ignore_column ?? '')
    const batchTerms = readBatchTerms({
      skipsKnown: input.skip_known,
      skipsUnsellable: input.skip_unsellable,
      createsProjects: input.create_projects,
      acceptsPrices: input.accept_price,
      uncompared: input.uncompared ?? [],
      ignoredColumns,
      price,
      ...(currency && { currency }),
    })
    if ('fault' in batchTerms) {
      const text = `${inTitles(`--${batchTerms.option}`)}${batchTerms.fault}.`
      return Promise.resolve(problem('invalid_terms', { text }))
    }
    return importFile(context, {
      file: given,
      files: { batches: sourceOfText(given) },
      options: { batchTerms },
      figuresOf: ({ batches }) =>
        countedFigures({
          'New projects': batches.projects_added,
          'Accepted unusual prices': batches.accepted_prices?.length,
          'Known batches to withdraw': batches.no_longer_sellable?.length,
          'Batches with tonnes to withdraw': batches.partly_unsellable?.length,
        }),
    })
  },
})

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const featuredSet: Action<Services> = action({
  name: 'featured set',
  title: 'Set the featured projects',
  summary: 'Features the projects of a CSV file in each country that it names, in its order.',
  ...rules,
  needsReason: false,
  isSensitive: false,
  input: z.object({ file }),
  run: (context, { file: given }) =>
    importFile(context, {
      file: given,
      files: { featured: sourceOfText(given) },
      figuresOf: () => [],
    }),
})

export const importActions = [projectsImport, batchesImport, featuredSet]
