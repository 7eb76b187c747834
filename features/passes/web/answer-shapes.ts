// The shapes of the wallet passes' answers (contract.ts), for the check at the edge of the browser's
// half.
import { isUrl } from '#values/text/is-url.ts'
import type { Answer } from '#web/api/api-routes.ts'
import { objectOf, type Shape } from '#web/api/shape.ts'

/** The browser is sent there: nothing but a page on the web. */
const webAddress: Shape<string> = (value): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && isUrl(value)

export const saveLinkShape = objectOf<Answer<'GET', '/passport/pass/{id}/google'>>({
  save_url: webAddress,
})
