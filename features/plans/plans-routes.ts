// Serves monthly plans over HTTP. It contains no rules and no SQL.
import { viewerOf } from '#features/people/session-check.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { nonceOf, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { problem } from '#values/problem.ts'
import { createOpenCheckout } from './open-checkout.ts'
import { changeOwnPlan, createPlan, endOwnPlan } from './own-plans.ts'
import { planOnWire, runOnWire } from './plan-on-wire.ts'
import * as calls from './plans-calls.ts'
import { findPlansOf, findRunsOfPlans } from './plans-queries.ts'

export function planRoutes(app: Api, services: Services): void {
  serve(app, calls.listPlans, async (request) => {
    const newNonces = await recordNonces(services.db, [nonceOf(request)])
    if (newNonces.size === 0) return problem('replayed')
    const { passportId } = viewerOf(request)
    const [rows, runs] = await Promise.all([
      findPlansOf(services.db, passportId),
      findRunsOfPlans(services.db, passportId),
    ])
    return rows.map((row) => ({
      ...planOnWire(row),
      runs: runs.filter(({ plan_id }) => plan_id === row.id).map(runOnWire),
    }))
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

  const openCheckout = createOpenCheckout(services)
  serve(app, calls.openPlanCheckout, (request) =>
    openCheckout(viewerOf(request), {
      ...request.body,
      nonce: nonceOf(request),
      caller: callerOf(request, services.settings),
      requestId: request.id,
    }),
  )
}
