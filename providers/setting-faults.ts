// Defines the result of reading invalid provider settings, one sentence for each fault, and the
// check that the origins of their APIs share.
import { z } from 'zod'
import { loopbackNames } from '#platform/http/limits/loopback.ts'

/** Faults of settings, each a sentence that names its setting. */
export type SettingFaults = { readonly faults: readonly string[] }

export function hasFaults(read: object): read is SettingFaults {
  return 'faults' in read
}

/** Checks the origin of a provider's API: https, or a test server on this machine. */
export const apiUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text).origin)
  .refine((origin) => origin.startsWith('https:') || loopbackNames.has(new URL(origin).hostname), {
    message: 'must be https, or on this machine',
  })
