// Describes a row's schema errors as one sentence that names the fields.
import type { z } from 'zod'

export function schemaFault(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}
