// Serves the partners' credits and reversals over HTTP (docs/product.md#partner-api).
import type { FastifyRequest } from 'fastify'
import { reverseCredit } from '#features/wallet/programmes/credit-wallet.ts'
import type { Transaction } from '#platform/database/database.ts'
import { answerOnce } from '#platform/http/guard/answer-once.ts'
import { nonceOf, requiredKeyOf, spendNonce } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { creditByPhone, readPartnerCredit } from './credit-by-phone.ts'
import { partnerOf } from './partner-check.ts'
import type { Services } from './partner-services.ts'
import * as calls from './partners-calls.ts'

export function partnerRoutes(app: Api, services: Services): void {
  const { db, settings } = services

  /**
   * Runs `effect` once per idempotency key, in a transaction, and answers 201 with its entry. Refuses a
   * call whose body has another programme than its terminal.
   */
  async function answerEntry<Code extends string>(
    request: FastifyRequest,
    route: string,
    bodyProgrammeId: string | null | undefined,
    effect: (tx: Transaction) => Promise<calls.EntryReply | Problem<Code>>,
  ) {
    const { programmeId } = partnerOf(request)
    if ((bodyProgrammeId ?? programmeId) !== programmeId) {
      return spendNonce(request, db, problem('unknown_programme'))
    }
    const call = { nonce: nonceOf(request), key: requiredKeyOf(request, route) }
    return answerOnce(db, call, async (tx) => {
      const entry = await effect(tx)
      return isProblem(entry) ? entry : answered(201, entry)
    })
  }

  serve(app, calls.creditWallet, async (request) => {
    const credit = readPartnerCredit(request.body, settings.partnerCreditMaxMinor)
    if (isProblem(credit)) return spendNonce(request, db, credit)
    const { programmeId } = partnerOf(request)
    return answerEntry(request, 'partner-credits', request.body.program_id, (tx) =>
      creditByPhone(tx, programmeId, credit),
    )
  })

  serve(app, calls.reverseCredit, (request) => {
    const { credit_id, program_id } = request.body
    const { programmeId } = partnerOf(request)
    return answerEntry(request, 'partner-debits', program_id, async (tx) => {
      if (!isUuid(credit_id)) return problem('credit_not_found')
      const entry = await reverseCredit(tx, programmeId, credit_id)
      if (isProblem(entry)) return entry
      return { id: entry.id, balance: minorToUnits(entry.balanceMinor) }
    })
  })
}
