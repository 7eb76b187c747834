// The passport over HTTP. No SQL, no rules.
import { profileOf } from '#features/passport/profile.ts'
import { findPassport } from '#features/passport/queries.ts'
import { profileSchema } from '#features/sign-in/contract.ts'
import { viewerOf } from '#server/request-guard.ts'
import type { Api } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'

export function passportRoutes(app: Api, { db }: Services): void {
  app.get('/passport/me', { schema: { response: { 200: profileSchema } } }, async (request) =>
    profileOf(await findPassport(db, viewerOf(request).passportId)),
  )
}
