// Serves monthly plans over HTTP. It contains no rules and no SQL.
import { viewerOf } from '#features/people/session-check.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { nonceOf, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { problem } from '#values/problem.ts'
import { changeOwnPlan, createPlan, endOwnPlan } from './own-plans.ts'
import { planOnWire } from './plan-on-wire.ts'
import * as calls from './plans-calls.ts'
import { findPlansOf } from './plans-queries.ts'

export function planRoutes(app: Api, services: Services): void {
  serve(app, calls.listPlans, async (request) => {
    const newNonces = await recordNonces(services.db, [nonceOf(request)])
    if (newNonces.size === 0) return problem('replayed')
    const rows = await findPlansOf(services.db, viewerOf(request).passportId)
    return rows.map(planOnWire)
  })

  serve(app, calls.createPlan, (request) => {
    const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'plans') }
    return createPlan(services, viewerOf(request), request.body, call)
  })

  serve(app, calls.changePlan, (request) => {
    const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'plans/change') }
    return changeOwnPlan(services, viewerOf(request), request.body, call)
  })

  serve(app, calls.endPlan, (request) => {
    const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'plans/end') }
    return endOwnPlan(services, viewerOf(request), request.body.id, call)
  })
}
