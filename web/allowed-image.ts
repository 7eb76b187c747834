// Decides which pictures a page may load: its own, and those of hosts that the operator listed. The
// page's policy would refuse any other, and the request would reveal the reader to its host.

import { isUrl } from '#values/text/is-url.ts'

/** Returns the absolute address to load, or undefined if the page may not load the image. */
export function allowedImage(url: string | null): string | undefined {
  if (url === null || !isUrl(url, location.origin)) return undefined
  const { origin, protocol, host, href } = new URL(url, location.origin)
  const listed = (document.documentElement.dataset.imageHosts ?? '').split(' ')
  const isListed = protocol === 'https:' && listed.includes(host)
  return origin === location.origin || isListed ? href : undefined
}
