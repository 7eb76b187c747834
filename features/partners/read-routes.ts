// Serves a partner's reads of its own programme over HTTP: its credits and its balance. These calls are
// signed, but need no idempotency key.
import type { FastifyRequest } from 'fastify'
import { partnerOf } from '#features/partners/partner-check.ts'
import {
  findBalances,
  findCredit,
  findLimits,
  listCredits,
  type ProgrammeCredit,
} from '#features/wallet/programmes/programme-credits.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import { problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import type { Services } from './partner-services.ts'
import * as calls from './partners-calls.ts'

/** Maximum number of credits in a page. */
const pageMax = 100

export function partnerReadRoutes(app: Api, { db }: Services): void {
  /** Records the nonce and returns true for a replay, so that a copied signature reads no data. */
  const isReplayed = async (request: FastifyRequest) =>
    (await recordNonces(db, [nonceOf(request)])).size === 0

  serve(app, calls.listCredits, async (request, reply) => {
    if (await isReplayed(request)) return problem('replayed')
    const { cursor, limit = pageMax } = request.query
    const { programmeId } = partnerOf(request)
    const page = { beforeId: cursor ?? null, limit }
    const { credits, hasMore } = await listCredits(db, programmeId, page)
    const last = credits.at(-1)
    if (hasMore && last !== undefined) {
      const next = new URLSearchParams({ cursor: last.id, limit: String(limit) })
      void reply.header('link', `<${calls.listCredits.path}?${next}>; rel="next"`)
    }
    return credits.map(onWire)
  })

  serve(app, calls.getCredit, async (request) => {
    if (await isReplayed(request)) return problem('replayed')
    const { id } = request.params
    const { programmeId } = partnerOf(request)
    const credit = isUuid(id) ? await findCredit(db, programmeId, id) : null
    return credit === null ? problem('credit_not_found') : onWire(credit)
  })

  serve(app, calls.getProgrammeBalance, async (request) => {
    if (await isReplayed(request)) return problem('replayed')
    const { programmeId } = partnerOf(request)
    const [balances, limits] = await Promise.all([
      findBalances(db, programmeId),
      findLimits(db, programmeId),
    ])
    return {
      program_id: programmeId,
      balances: balances.map(({ currency, balance_minor, floor_minor }) => ({
        currency,
        balance: minorToUnits(balance_minor),
        funds: minorToUnits(Math.max(0, balance_minor)),
        credit_line: minorToUnits(-floor_minor),
        available: minorToUnits(balance_minor - floor_minor),
      })),
      limits: limitsOnWire(limits),
    }
  })
}

function limitsOnWire(limits: Awaited<ReturnType<typeof findLimits>>) {
  const { currency, person_limit_minor: person, day_limit_minor: day, day_minor } = limits
  return {
    currency,
    person: minorToUnitsOrNull(person),
    day: minorToUnitsOrNull(day),
    day_left: day === null ? null : minorToUnits(Math.max(0, day - day_minor)),
  }
}

function onWire(credit: ProgrammeCredit): calls.CreditReply {
  const { id, amount_minor, currency, source, logo_url, created_at } = credit
  const { reversal_id, reversed_at } = credit
  return {
    id,
    amount: minorToUnits(amount_minor),
    currency,
    source,
    logo_url,
    created_at: created_at.toISOString(),
    status: reversal_id === null ? 'credited' : 'reversed',
    debit_id: reversal_id,
    reversed_at: reversed_at?.toISOString() ?? null,
  }
}
