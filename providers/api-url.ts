// Checks the origin of a provider's API: https, or a test server on this machine.
import { z } from 'zod'
import { loopbackNames } from '#platform/http/limits/loopback.ts'

export const apiUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text).origin)
  .refine((origin) => origin.startsWith('https:') || loopbackNames.has(new URL(origin).hostname), {
    message: 'must be https, or on this machine',
  })
