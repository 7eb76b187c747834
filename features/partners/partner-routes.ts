// Serves partner calls, signed by a partner's terminal (docs/product.md#partner-api). No SQL, no rules.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reverseCredit } from '#features/wallet/programmes/credit-wallet.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type KnownProblem, sendProblem } from '#platform/http/errors.ts'
import { answerOnce, sendOnce } from '#platform/http/guard/answer-once.ts'
import { nonceOf, refusalOf, requiredKeyOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { answered } from '#values/call.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isProblem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import {
  creditBody,
  creditProblems,
  debitBody,
  debitProblems,
  type EntryReply,
  entryReply,
  partnerHeaders,
} from './contract.ts'
import { creditByPhone, readPartnerCredit } from './credit-by-phone.ts'
import { partnerOf } from './partner-check.ts'
import type { Services } from './partner-services.ts'

export function partnerRoutes(app: Api, services: Services): void {
  const { db, settings } = services

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    route: string,
    named: string | null | undefined,
    effect: (tx: Transaction) => Promise<EntryReply | KnownProblem>,
  ): Promise<FastifyReply> {
    const { programmeId } = partnerOf(request)
    if ((named ?? programmeId) !== programmeId) {
      return sendProblem(reply, await refusalOf(request, db, problem('unknown_programme')))
    }
    const call = { nonce: nonceOf(request), key: requiredKeyOf(request, route) }
    const answer = await answerOnce(db, call, async (tx) => {
      const entry = await effect(tx)
      return isProblem(entry) ? entry : answered(201, entry)
    })
    return sendOnce(reply, answer)
  }

  app.post(
    '/api/partner/wallet/credits',
    {
      config: { access: 'partner', problems: creditProblems },
      schema: { headers: partnerHeaders, body: creditBody, response: { 201: entryReply } },
    },
    async (request, reply) => {
      const credit = readPartnerCredit(request.body, settings.partnerCreditMaxMinor)
      if (isProblem(credit)) return sendProblem(reply, await refusalOf(request, db, credit))
      const { programmeId } = partnerOf(request)
      return answer(request, reply, 'partner-credits', request.body.program_id, (tx) =>
        creditByPhone(tx, programmeId, credit),
      )
    },
  )

  app.post(
    '/api/partner/wallet/debits',
    {
      config: { access: 'partner', problems: debitProblems },
      schema: { headers: partnerHeaders, body: debitBody, response: { 201: entryReply } },
    },
    async (request, reply) => {
      const { credit_id, program_id } = request.body
      const { programmeId } = partnerOf(request)
      return answer(request, reply, 'partner-debits', program_id, async (tx) => {
        if (!isUuid(credit_id)) return problem('credit_not_found')
        const entry = await reverseCredit(tx, programmeId, credit_id)
        if (isProblem(entry)) return entry
        return { id: entry.id, balance: minorToUnits(entry.balanceMinor) }
      })
    },
  )
}
