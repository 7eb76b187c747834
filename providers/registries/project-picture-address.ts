// Checks the address of a project's picture: https, by a host's name, without misleading parts.
import { isIP } from 'node:net'
import { isPublicName } from '#values/text/picture-address.ts'

const addressMaxLength = 2_000

/** Returns the normalised address, or a fault. */
export function pictureAddress(
  text: string,
): { readonly href: string } | { readonly fault: string } {
  if (text.length > addressMaxLength) {
    return { fault: `has more than ${addressMaxLength} characters` }
  }
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return { fault: 'has blanks or control characters' }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:') return { fault: 'is not an https address' }
  if (url.username !== '' || url.password !== '') return { fault: 'names a user' }
  const host = url.hostname.replace(/\.$/, '')
  if (host.startsWith('[') || isIP(host) !== 0) return { fault: 'names a host by its number' }
  if (!isPublicName(host)) return { fault: 'names no host of the internet' }
  return { href: url.href }
}
