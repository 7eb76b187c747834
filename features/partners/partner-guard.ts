// Which partner is calling: finds the terminal in the database, each time, so that a revoked one is
// refused at once. A partner's terminal never stands for a person, nor a browser's for a partner.
import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { partnerWindowMs } from '#platform/http/request-signature.ts'
import { checkSignedCall } from '#platform/http/signed-call.ts'
import type { Services } from '#server/services.ts'
import { isProblem, problem } from '#values/problem.ts'

export type Partner = {
  readonly terminalId: string
  readonly programmeId: string
  /** Whose idempotency keys its calls are: one for all terminals of a programme. */
  readonly ownerId: string
}

const findTerminal = statement(
  'find-partner-terminal',
  { programme_id: 'text', owner_id: 'uuid' },
  `select t.programme_id, p.owner_id from partner_terminals t
   join programmes p on p.id = t.programme_id
   where t.id = $1 and (t.retires_at is null or t.retires_at > now())`,
)

async function findPartner(db: Db, terminalId: string): Promise<Partner | null> {
  const [row] = await db.run(findTerminal, [terminalId])
  return row === undefined
    ? null
    : { terminalId, programmeId: row.programme_id, ownerId: row.owner_id }
}

/** Problems: `bad_signature` (an unknown terminal too), `stale_signature`. */
export async function checkPartnerCall(request: FastifyRequest, services: Services) {
  const nonce = checkSignedCall(
    request,
    services,
    (keys, terminalId) => keys.partnerKey(terminalId),
    partnerWindowMs,
  )
  if (isProblem(nonce)) return nonce
  const partner = await findPartner(services.db, nonce.terminalId)
  return partner === null ? problem('bad_signature') : { partner, nonce }
}
