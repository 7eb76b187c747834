// Declares the shapes of the wallet passes' answers (contract.ts), which the browser checks.
import { isUrl } from '#values/text/is-url.ts'
import type { Answer } from '#web/api/api-routes.ts'
import { objectOf, type Shape } from '#web/api/shape.ts'

/** The browser opens this address, so only a web page is accepted. */
const webAddress: Shape<string> = (value): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && isUrl(value)

export const saveLinkShape = objectOf<Answer<'GET', '/passport/pass/{id}/google'>>({
  save_url: webAddress,
})
