// Serves the books over HTTP. It contains no rules and no SQL.
import { Readable } from 'node:stream'
import type { ConsoleServices } from '#features/console/console-services.ts'
import { filterNamesOf } from '#features/staff/console-page.ts'
import { answerList, readerOf } from '#features/staff/read-for-staff.ts'
import { recordRead } from '#features/staff/record-read.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isProblem } from '#values/problem.ts'
import { endOfDate } from './book-days.ts'
import * as calls from './books-calls.ts'
import { journalFile, listJournal } from './list-journal.ts'
import { listMonths } from './list-months.ts'
import { listDifferences, listPayouts } from './list-payouts.ts'
import { readTrialBalance } from './read-trial-balance.ts'

export function booksRoutes(app: Api, { db, clock }: ConsoleServices): void {
  serve(app, calls.getBalances, async (request) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    const now = new Date(clock())
    const { at } = request.query
    const until = at === undefined ? now : endOfDate(at)
    const balances = await readTrialBalance(db, until, now)
    await recordRead(db, staff, 'books', filterNamesOf(request.query))
    return balances
  })

  serve(app, calls.listJournal, async (request, reply) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    const page = await listJournal(db, request.query, clock())
    return answerList(db, { request, reply, staff, list: 'books journal' }, page)
  })

  serve(app, calls.saveJournal, async (request, reply) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    await recordRead(db, staff, 'books journal --csv', filterNamesOf(request.query))
    const lines = Readable.from(journalFile(db, request.query, clock()))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="journal.csv"')
      .send(lines)
  })

  serve(app, calls.listPayouts, async (request, reply) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    const page = await listPayouts(db, request.query, clock())
    return answerList(db, { request, reply, staff, list: 'books payouts' }, page)
  })

  serve(app, calls.listDifferences, async (request, reply) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    const page = await listDifferences(db, request.query, clock())
    return answerList(db, { request, reply, staff, list: 'books differences' }, page)
  })

  serve(app, calls.listMonths, async (request, reply) => {
    const staff = readerOf(request, 'books')
    if (isProblem(staff)) return staff
    const page = await listMonths(db, request.query)
    return answerList(db, { request, reply, staff, list: 'books months' }, page)
  })
}
