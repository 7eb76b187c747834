// The action with which staff save the list of people as a CSV file: with a reason, and a row of the audit trail
// that has the number of people.
import { z } from 'zod'
import type { SearchServices } from '#features/operations/search-subjects.ts'
import { type Action, action, figure } from '#platform/actions/action.ts'
import { flagField, textField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import { listConsolePeople } from './list-console-people.ts'
import { findPeopleById, type StoredPerson } from './person-rows.ts'

type Services = SearchServices & { readonly db: Database }

/** Number of people that are read at once. */
const pageSize = 1_000
/** Maximum number of people in a file. */
const peopleMax = 100_000

const columns = [
  'id',
  'name',
  'nickname',
  'phone',
  'country',
  'currency',
  'language',
  'since',
  'kilograms',
  'blocked',
] as const

const input = z.object({
  q: textField(
    { title: 'Search', description: 'A number, a name, or an id of a person or a purchase.' },
    200,
  ).optional(),
  country: textField({ title: 'Country', description: 'Such as GB.' }, 2)
    .regex(/^[A-Za-z]{2}$/, 'This is no country code, such as GB.')
    .optional(),
  blocked: z.enum(['yes', 'no']).meta({ title: 'Blocked' }).optional(),
  whole_phones: flagField({ title: 'Whole phone numbers', description: 'Otherwise masked.' }),
})
type Filters = z.output<typeof input>

const peopleCsv: Action<Services> = action({
  name: 'people csv',
  title: 'Save as CSV',
  summary: 'Saves the people of the list, with the same filters, as a file for spreadsheets.',
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  input,
  preview: async ({ services, record }, filters) => {
    const lines = await linesOf(services, filters)
    if (isProblem(lines)) return lines
    await services.db.transaction((tx) => record(tx, filterNames(filters)))
    return { figures: figuresOf(lines) }
  },
  run: async ({ services, record }, filters) => {
    const lines = await linesOf(services, filters)
    if (isProblem(lines)) return lines
    const figures = figuresOf(lines)
    // The row comes before the answer, so that no file is handed out without it.
    await services.db.transaction((tx) => record(tx, filterNames(filters), { figures }))
    const text = [columns, ...lines].map(spreadsheetLine).join('')
    return { figures, secrets: [figure('people.csv', text)] }
  },
})

type Line = (string | number | null)[]

const figuresOf = (lines: readonly Line[]) => [figure('People in the file', lines.length)]

/** Returns the names of the filters for the audit trail, which keeps none of their values. */
function filterNames(filters: Filters): string[] {
  return Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  )
}

async function linesOf(
  services: Services,
  { whole_phones: showsPhones, ...filters }: Filters,
): Promise<Line[] | Problem<'too_many_people' | 'bad_request'>> {
  const lines: Line[] = []
  for (let after: string | undefined; ; ) {
    const page = await listConsolePeople(services, { ...filters, limit: pageSize, after })
    if (isProblem(page)) return page
    const phones = showsPhones ? await phonesOfPeople(services, page.rows) : null
    for (const row of page.rows) {
      const { id, name, nickname, country, currency, language, created_at, kilograms } = row
      const phone = phones === null ? row.phone : (phones.get(id) ?? null)
      const facts = [country, currency, language, created_at, kilograms]
      lines.push([id, name, nickname, phone, ...facts, row.is_blocked ? 'yes' : 'no'])
    }
    if (lines.length > peopleMax) {
      const text = `These are more than ${peopleMax} people. Please choose a country.`
      return problem('too_many_people', { text })
    }
    if (page.next === null) return lines
    after = page.next
  }
}

async function phonesOfPeople(
  { db }: Services,
  rows: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string | null>> {
  const people: StoredPerson[] = await findPeopleById(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(people.map(({ id, phone }) => [id, phone]))
}

export const peopleCsvActions = [peopleCsv]
