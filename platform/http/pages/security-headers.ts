// Computes the security headers of every answer. They block scripts, styles, frames and connections of
// other origins. This file also decides whether cookies are Secure.
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import { loopbackNames } from '#platform/http/limits/loopback.ts'

/** Returns the headers, which are equal for every answer. helmet writes them once, on a dummy response. */
export function securityHeaders(settings: HeaderSettings): OutgoingHttpHeaders {
  const placeholder = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(rulesOf(settings))(placeholder.req, placeholder, () => undefined)
  const permissions = permissionsPolicy(settings.foreignSources.frames)
  return { ...placeholder.getHeaders(), 'permissions-policy': permissions }
}

/** Browser features that no page uses. */
const unusedFeatures = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking'],
]

/**
 * Returns the Permissions-Policy header. It allows payments in the card provider's frames only
 * (docs/product.md#content-security).
 */
function permissionsPolicy(frames: readonly string[]): string {
  const payers = frames.length === 0 ? '' : ['self', ...frames.map((each) => `"${each}"`)].join(' ')
  return [...unusedFeatures.map((feature) => `${feature}=()`), `payment=(${payers})`].join(', ')
}

type HeaderSettings = {
  readonly publicUrl: string
  readonly imageHosts: readonly string[]
  /**
   * Origins that a provider's own fields on the page need. They are allowed with that provider
   * only.
   */
  readonly foreignSources: ForeignSources
}

/** Origins besides our own that a page may use. */
export type ForeignSources = {
  readonly scripts: readonly string[]
  readonly calls: readonly string[]
  readonly frames: readonly string[]
}

function rulesOf({ publicUrl, imageHosts, foreignSources }: HeaderSettings) {
  const secure = publicUrl.startsWith('https://')
  const self = ["'self'"]
  const none = ["'none'"]
  const { scripts, calls, frames } = foreignSources
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: [...self, ...scripts],
        styleSrc: self,
        imgSrc: ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)],
        connectSrc: [...self, ...calls],
        ...(frames.length === 0 ? {} : { frameSrc: frames }),
        fontSrc: self,
        manifestSrc: self,
        workerSrc: self,
        formAction: self,
        frameAncestors: none,
        baseUri: none,
      },
    },
    // Windows of Google Pay and Link, which the provider's frames open, answer their opener.
    crossOriginOpenerPolicy: {
      policy: frames.length === 0 ? 'same-origin' : 'same-origin-allow-popups',
    },
    // Serves browsers that do not support frame-ancestors.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  } as const
}

/** Returns whether cookies are Secure. They are, except on localhost with plain http. */
export function isSecure({ publicUrl }: { readonly publicUrl: string }): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !loopbackNames.has(hostname)
}
