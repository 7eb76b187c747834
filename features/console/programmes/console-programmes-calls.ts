// Declares the calls that read programmes.
import { z } from 'zod'
import { access, id, moment, money, sortBy, tag } from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, file, json } from '#values/call.ts'
import { languages } from '#values/lists/languages.ts'

const programmeRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['open', 'closed']),
  funds: z.array(
    z.object({
      currency: z.string(),
      paid_in: money,
      line: money,
      /** The amount that it may still give. */
      left: money,
    }),
  ),
  limit_currency: z.string(),
  person_limit: money.nullable(),
  day_limit: money.nullable(),
  given_today: money,
})
export type ProgrammeRow = z.infer<typeof programmeRow>
const exampleProgramme: ProgrammeRow = {
  id: 'green-bank',
  name: 'Green Bank',
  state: 'open',
  funds: [{ currency: 'GBP', paid_in: 100, line: 0, left: 95 }],
  limit_currency: 'GBP',
  person_limit: 20,
  day_limit: 500,
  given_today: 5,
}

export const listProgrammes = call({
  id: 'listConsoleProgrammes',
  method: 'GET',
  path: '/console/api/programmes',
  access,
  tag,
  summary: 'Lists programmes, by id.',
  description: 'A programme’s own people see that programme only.',
  query: z.object({ ...page, sort: sortBy('name', 'state', 'given_today') }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(programmeRow), 'The programmes.', [exampleProgramme]) },
})

const wholeProgramme = z.object({
  ...programmeRow.shape,
  terminals: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      signs: z.boolean(),
      retires_at: moment.nullable(),
    }),
  ),
  /** The newest 50 credits, without their receivers. */
  credits: z.array(
    z.object({ id: z.uuid(), at: moment, amount: money, currency: z.string(), source: z.string() }),
  ),
  /** Credits of the last 30 days by day. */
  days: z.array(z.object({ day: z.iso.date(), currency: z.string(), given: money })),
})
export type WholeProgramme = z.infer<typeof wholeProgramme>

export const getProgramme = call({
  id: 'getConsoleProgramme',
  method: 'GET',
  path: '/console/api/programmes/:id',
  access,
  tag,
  summary: 'Returns one programme, with its terminals and what it gave.',
  description: 'Another programme than one’s own is 404.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeProgramme, 'The programme.', {
      ...exampleProgramme,
      terminals: [],
      credits: [],
      days: [],
    }),
  },
})

const ofMonth = {
  params: id,
  problems: ['forbidden', 'not_found'],
} as const
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month is one like 2026-11.')
const statementWords =
  'The month is in UTC. One that lasts counts up to now. Another programme than one’s own is 404.'

export const saveStatement = call({
  id: 'saveProgrammeStatement',
  method: 'GET',
  path: '/console/api/programmes/:id/statement.pdf',
  access,
  tag,
  summary: 'Returns a programme’s statement of a month as a PDF file.',
  description: statementWords,
  ...ofMonth,
  query: z.object({ month, lang: z.enum(languages).default('en') }),
  answers: { 200: file('application/pdf', 'The file.', ['Content-Disposition']) },
})

export const saveStatementRows = call({
  id: 'saveProgrammeStatementRows',
  method: 'GET',
  path: '/console/api/programmes/:id/statement.csv',
  access,
  tag,
  summary: 'Returns a programme’s statement of a month as rows for a spreadsheet.',
  description: statementWords,
  ...ofMonth,
  query: z.object({ month }),
  answers: {
    200: file(
      'text/csv',
      'The file.',
      ['Content-Disposition'],
      'programme,month,currency,side,date,entry,postings,amount,balance\r\n',
    ),
  },
})
