// Decides whether cookies are Secure: one rule for all cookies of the product.
import { loopbackNames } from '#platform/http/limits/loopback.ts'

/** Insecure on plain-http localhost only. */
export function isSecure({ publicUrl }: { readonly publicUrl: string }): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !loopbackNames.has(hostname)
}
