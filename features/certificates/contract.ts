// Declares certificates on the wire (docs/product.md#certificates). Both halves import it.
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

/** Most code points of a name. */
export const certificateNameMax = 80

const givenName = z
  .string()
  .max(2_000)
  .nullish()
  .describe('What the holder wants to be called; null or absent for nobody. At most 80 letters.')

export const makeCertificateBody = z.object({ tx_id: z.string().max(64), name: givenName })
export const nameCertificateBody = z.object({ name: givenName })
export const certificateParams = z.object({ code: z.string().max(64) })
export const certificatesQuery = z.object({ tx_id: z.string().max(64) })

export const certificateReply = z.object({
  code: z.string().length(16),
  url: z.url(),
  /** The shown name: without addresses, phone numbers and insults. */
  name: z.string().nullable(),
})
export type CertificateReply = z.infer<typeof certificateReply>

const part = z.object({
  first_place: z.number().int(),
  last_place: z.number().int(),
  state: z.enum(['allocated', 'retired']),
  reference: z.string().nullable().describe('Of the retirement, as the registry gave it.'),
  url: z.url().nullable(),
  date: z.iso.date().nullable().describe('Of the retirement, UTC.'),
})

const blockPlaces = z.object({
  project: z.string(),
  country: z.string().length(2),
  project_type: z.string().array(),
  vintage_year: z.number().int(),
  registry: z.string(),
  serial: z.string(),
  uncompared: z
    .boolean()
    .describe('True: the serial cannot be compared with those of other batches.'),
  first_place: z.number().int(),
  last_place: z.number().int(),
})

const entryProof = z.object({
  index: z.number().int().describe('Of the entry in the log.'),
  entry: z.string().describe('The bytes that were hashed, as text.'),
  hashes: z
    .string()
    .array()
    .describe('Base64 of SHA-256 hashes, from the entry up (RFC 6962, section 2.1.1).'),
})

const replacement = z.object({
  present: blockPlaces
    .extend({ parts: part.array() })
    .array()
    .describe('All kilograms that stand now; the first are those that the certificate leads with.'),
  steps: z
    .object({
      date: z.iso.date().describe('UTC.'),
      former: blockPlaces.describe('What the registry took back.'),
      present: blockPlaces.describe('What took its place.'),
      proof: entryProof
        .nullable()
        .describe('Leads to the checkpoint of the sale’s proof; null until that one includes it.'),
    })
    .array()
    .describe('In the order in which they came to pass.'),
})

const proof = entryProof.extend({
  salt: z.string().describe('Hex of 16 bytes.'),
  tx_id: z.string(),
  checkpoint: z.string().describe('The signed note whose tree the hashes lead to.'),
})

/** The public facts, for any caller with the code. */
export const certificateFacts = z.object({
  kg: z.number().int(),
  ...blockPlaces.shape,
  date: z.iso.date(),
  name: z.string().nullable(),
  parts: part.array(),
  replacement: replacement
    .nullable()
    .describe('Null where no registry took any of these kilograms back.'),
  /** Null until the log's next checkpoint includes the purchase. */
  proof: proof.nullable(),
})
export type CertificateFacts = z.infer<typeof certificateFacts>

export const certificateProblems = {
  certificate_not_found: { status: 404, text: 'There is no such certificate.' },
  certificate_name_too_long: {
    status: 400,
    text: `The name on a certificate cannot exceed ${certificateNameMax} characters.`,
    field: 'name',
  },
} as const satisfies Record<string, ProblemKind>

/** Problems of each call. */
export const makeProblems = [
  'purchase_not_found',
  'certificate_name_too_long',
  'card_number_refused',
] as const
export const changeProblems = [
  'certificate_not_found',
  'certificate_name_too_long',
  'card_number_refused',
] as const
export const publicProblems = ['certificate_not_found'] as const
