// What every answer tells the browser not to allow: scripts, styles, frames and connections of others.
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Settings } from '#server/settings.ts'

/** The same for every answer, and so made once: helmet writes them on a response that nobody gets. */
export function securityHeaders(settings: Settings): OutgoingHttpHeaders {
  const nobodys = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(rulesOf(settings))(nobodys.req, nobodys, () => undefined)
  return { ...nobodys.getHeaders() }
}

/** What Stripe's fields and its bank step need is let in with it only. */
function rulesOf({ publicUrl, imageHosts, stripe }: Settings) {
  const secure = publicUrl.startsWith('https://')
  const self = ["'self'"]
  const none = ["'none'"]
  const withStripe = (...sources: string[]) => (stripe === null ? [] : sources)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: [...self, ...withStripe('https://js.stripe.com')],
        styleSrc: self,
        imgSrc: ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)],
        connectSrc: [...self, ...withStripe('https://api.stripe.com')],
        ...(stripe === null
          ? {}
          : { frameSrc: ['https://js.stripe.com', 'https://hooks.stripe.com'] }),
        fontSrc: self,
        manifestSrc: self,
        workerSrc: self,
        formAction: self,
        frameAncestors: none,
        baseUri: none,
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  } as const
}
