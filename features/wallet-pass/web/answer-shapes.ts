// The shapes of the wallet passes' answers (contract.ts), for the check at the edge of the browser's
// half.
import { objectOf, type Shape } from '#web/shape.ts'
import type { SaveLinkReply } from '../contract.ts'

/** The browser is sent there: nothing but a page on the web. */
const webAddress: Shape<string> = (value): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)

export const saveLinkShape = objectOf<SaveLinkReply>({ save_url: webAddress })
