// Authenticates a partner's call. It reads the terminal from the database each time, so that a revoked
// terminal is refused immediately. A partner's terminal never acts for a user, nor a browser's for a
// partner.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type AccessChecks, isSafe } from '#platform/http/guard/request-guard.ts'
import { partnerWindowMs } from '#platform/http/guard/request-signature.ts'
import { checkSignedCall, header } from '#platform/http/guard/signed-call.ts'
import { type AcceptedKeys, underEach } from '#platform/keys.ts'
import { ownProgrammes } from '#values/lists/own-programmes.ts'
import { isProblem, problem } from '#values/problem.ts'

const sqlOwnProgrammes = ownProgrammes.map((id) => `'${id}'`).join(', ')

export type Partner = {
  readonly terminalId: string
  readonly programmeId: string
  /** Owner of the idempotency keys, which all terminals of a programme share. */
  readonly ownerId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner | null
  }
}

/** Finds an active terminal. Terminals of closed programmes and of the product's own are not found. */
const findTerminal = statement(
  'find-partner-terminal',
  { programme_id: 'text', owner_id: 'uuid' },
  `select t.programme_id, p.owner_id from partner_terminals t
   join programmes p on p.id = t.programme_id
   where t.id = $1 and (t.retires_at is null or t.retires_at > now())
     and p.closed_at is null and p.id not in (${sqlOwnProgrammes})`,
)

async function findPartner(db: Db, terminalId: string): Promise<Partner | null> {
  const [row] = await db.run(findTerminal, [terminalId])
  return row === undefined
    ? null
    : { terminalId, programmeId: row.programme_id, ownerId: row.owner_id }
}

type PartnerCheckServices = AcceptedKeys & { readonly db: Db; readonly clock: () => number }

/**
 * Returns the check of a partner's call, which sets `request.partner`, `caller` and `nonce`. Problems:
 * `bad_signature` (also for an unknown terminal), `stale_signature`, and `key_required` for a call that
 * changes data without an idempotency key.
 */
export function partnerCheck(
  app: FastifyInstance,
  { db, clock, ...accepted }: PartnerCheckServices,
): AccessChecks['partner'] {
  app.decorateRequest('partner', null)
  return async (request) => {
    const keysOf = (id: string) => underEach(accepted, (keys) => keys.partnerKey(id))
    const nonce = checkSignedCall(request, keysOf, partnerWindowMs, clock())
    if (isProblem(nonce)) return nonce
    const partner = await findPartner(db, nonce.terminalId)
    if (partner === null) return problem('bad_signature')
    const { ownerId: keyOwnerId, terminalId: terminal } = partner
    request.partner = partner
    request.caller = { keyOwnerId, logFields: { terminal } }
    request.nonce = nonce
    if (isSafe(request.method)) return null
    return (header(request, 'idempotency-key') ?? '') === '' ? problem('key_required') : null
  }
}

/** Returns the partner that `partnerCheck` found. Throws if the route has no partner check. */
export function partnerOf(request: FastifyRequest): Partner {
  if (request.partner === null) throw new Error(`${request.routeOptions.url} has no partner check`)
  return request.partner
}
