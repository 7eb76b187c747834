// The passport over HTTP. No SQL, no rules.
import { createProfileReader } from '#features/passport/read-profile.ts'
import { profileSchema } from '#features/sign-in/contract.ts'
import { viewerOf } from '#platform/http/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import type { Services } from '#server/services.ts'

export function passportRoutes(app: Api, { db }: Services): void {
  const readProfile = createProfileReader(db)

  app.get('/passport/me', { schema: { response: { 200: profileSchema } } }, (request) =>
    readProfile(viewerOf(request).passportId),
  )
}
