// Declares the calls that read programmes.
import { z } from 'zod'
import { access, id, moment, money, sortBy, tag } from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

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
