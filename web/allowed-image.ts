// Decides which images a page may load: those of the product, and those of hosts that the operator listed.
// The Content Security Policy blocks others, which would reveal the user's IP address to their hosts.

import { isUrl } from '#values/text/is-url.ts'

/** Returns the absolute URL of the image, or undefined if the page may not load it. */
export function allowedImage(url: string | null): string | undefined {
  if (url === null || !isUrl(url, location.origin)) return undefined
  const { origin, protocol, host, href } = new URL(url, location.origin)
  const listedHosts = (document.documentElement.dataset.imageHosts ?? '').split(' ')
  const isListed = protocol === 'https:' && listedHosts.includes(host)
  return origin === location.origin || isListed ? href : undefined
}
