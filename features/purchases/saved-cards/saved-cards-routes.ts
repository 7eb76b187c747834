// Serves the calls of saved cards.
import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { listSavedCards, removeSavedCard } from './saved-cards.ts'
import * as calls from './saved-cards-calls.ts'

export function savedCardRoutes(app: Api, { db }: { readonly db: Database }): void {
  serve(app, calls.listSavedCards, (request) => listSavedCards(db, viewerOf(request).passportId))

  serve(app, calls.removeSavedCard, async (request) => {
    const { id } = request.params
    const refusal = await removeSavedCard(db, viewerOf(request), nonceOf(request), id)
    return refusal ?? answered(204, undefined)
  })
}
