// Answers the console's calls that read: checks the role, records the read, and links the next page of a list.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { type ConsolePart, mayRead } from '#values/staff/roles.ts'
import { type ConsolePage, filterNamesOf, nextPageLink } from './console-page.ts'
import { recordRead } from './record-read.ts'
import { type StaffViewer, staffOf } from './staff-session.ts'

/** Returns the signed-in member of staff. Problem: `forbidden` if no role may read the part. */
export function readerOf(
  request: FastifyRequest,
  part: ConsolePart,
): StaffViewer | Problem<'forbidden'> {
  const staff = staffOf(request)
  return mayRead(staff.roles, part) ? staff : problem('forbidden')
}

export type ListRead = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly staff: StaffViewer
  /** The name of the list in the audit trail. */
  readonly list: string
}

/** Records the read with the names of its filters, and returns the rows with a link to the next page. */
export async function answerList<Row>(
  db: Db,
  { request, reply, staff, list }: ListRead,
  page: ConsolePage<Row> | Problem<'bad_request'>,
): Promise<Row[] | Problem<'bad_request'>> {
  if (isProblem(page)) return page
  await recordRead(db, staff, list, filterNamesOf(Object(request.query)))
  const { next, rows } = page
  if (next !== null) void reply.header('link', nextPageLink(request.raw.url ?? '', next))
  return [...rows]
}
