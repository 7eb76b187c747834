// The passport over HTTP. No SQL, no rules.
import { readProfile } from '#features/passport/read-profile.ts'
import { profileSchema } from '#features/sign-in/contract.ts'
import { sendProblem } from '#server/errors.ts'
import { viewerOf } from '#server/request-guard.ts'
import type { Api } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'
import { problem } from '#values/problem.ts'

export function passportRoutes(app: Api, { db }: Services): void {
  app.get('/passport/me', { schema: { response: { 200: profileSchema } } }, (request) =>
    readProfile(db, viewerOf(request).passportId),
  )

  // Nobody has a pass to download yet: every id is one that is not there.
  app.get('/passport/pass/:id', (_request, reply) => sendProblem(reply, problem('not_found')))
}
