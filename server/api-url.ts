// The origin at which a provider is asked: https, or a stand-in on this machine.
import { z } from 'zod'

export const apiUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text).origin)
  .refine((origin) => origin.startsWith('https:') || isLoopbackUrl(origin), {
    message: 'must be https, or on this machine',
  })

function isLoopbackUrl(origin: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname)
}
