// Serves programmes and their statements to the console. It contains no rules and no SQL.
import type { ConsoleServices } from '#features/console/console-services.ts'
import {
  type ProgrammeStatement,
  readProgrammeStatement,
} from '#features/partners/statements/programme-statement.ts'
import { programmeStatementLines } from '#features/partners/statements/programme-statement-file.ts'
import { answerList, readerOf } from '#features/staff/read-for-staff.ts'
import { recordRead } from '#features/staff/record-read.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import { sendDrawing } from '#platform/drawing/send-drawing.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isSandbox } from '#providers/provider-table.ts'
import { textIn } from '#texts/text-in.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import {
  listConsoleProgrammes,
  mayReadProgramme,
  readConsoleProgramme,
} from './console-programmes.ts'
import * as calls from './console-programmes-calls.ts'

export function programmeRoutes(app: Api, services: ConsoleServices): void {
  const { db, clock, draw, settings } = services

  serve(app, calls.listProgrammes, async (request, reply) => {
    const staff = readerOf(request, 'programmes')
    if (isProblem(staff)) return staff
    const page = await listConsoleProgrammes(db, staff.roles, request.query)
    return answerList(services.db, { request, reply, staff, list: 'programmes' }, page)
  })

  serve(app, calls.getProgramme, async (request) => {
    const staff = readerOf(request, 'programmes')
    if (isProblem(staff)) return staff
    const { id } = request.params
    return (await readConsoleProgramme(db, staff.roles, id, clock())) ?? problem('not_found')
  })

  serve(app, calls.saveStatement, async (request, reply) => {
    const staff = readerOf(request, 'programmes')
    if (isProblem(staff)) return staff
    const { month, lang: language } = request.query
    const statement = await statementFor(staff, request.params.id, month)
    if (isProblem(statement)) return statement
    const { seller, cards } = settings
    const note = isSandbox(cards) ? textIn(language, 'common_sandbox') : null
    const job = { kind: 'programme-statement', statement, language, seller, note } as const
    return sendDrawing(request, reply, { draw, job, kind: 'pdf', name: nameOf(statement) })
  })

  serve(app, calls.saveStatementRows, async (request, reply) => {
    const staff = readerOf(request, 'programmes')
    if (isProblem(staff)) return staff
    const statement = await statementFor(staff, request.params.id, request.query.month)
    if (isProblem(statement)) return statement
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${nameOf(statement)}.csv"`)
      .send(programmeStatementLines(statement).join(''))
  })

  /** Reads a statement that the roles may read, and records the read. */
  async function statementFor(
    staff: StaffViewer,
    id: string,
    month: string,
  ): Promise<ProgrammeStatement | Problem<'not_found' | 'bad_request'>> {
    if (!mayReadProgramme(staff.roles, id)) return problem('not_found')
    const statement = await readProgrammeStatement(db, id, month, new Date(clock()))
    if (isProblem(statement)) {
      const { text } = statement
      return text === undefined ? problem('not_found') : problem('bad_request', { text })
    }
    await recordRead(db, staff, 'programmes statement', [id, month])
    return statement
  }
}

const nameOf = ({ id, month }: ProgrammeStatement) => `${id}-${month}`
