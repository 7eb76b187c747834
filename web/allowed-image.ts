// Which pictures the page may load: its own, and those of hosts that the operator listed. Others are
// never asked for: the page's policy would refuse them, and their host would learn who looks.

import { isUrl } from '#values/text/is-url.ts'

/** The address to load, or undefined. */
export function allowedImage(url: string | null): string | undefined {
  if (url === null || !isUrl(url, location.origin)) return undefined
  const { origin, protocol, host, href } = new URL(url, location.origin)
  const listed = (document.documentElement.dataset.imageHosts ?? '').split(' ')
  const isListed = protocol === 'https:' && listed.includes(host)
  return origin === location.origin || isListed ? href : undefined
}
