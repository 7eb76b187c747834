// Declares the API calls of certificates (docs/product.md#certificates).
import { z } from 'zod'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { exampleTxId } from '#features/purchases/purchases-calls.ts'
import { call, empty, file, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

/** Maximum length of a name, in code points. */
export const certificateNameMax = 80

const tag = 'Certificates'

const displayName = z
  .string()
  .max(2_000)
  .nullish()
  .describe('The display name of the holder; null or absent for none. At most 80 characters.')

const params = z.object({ code: z.string().max(64) })

const certificateReply = z.object({
  code: z.string().length(16),
  url: z.url(),
  /** The name that the certificate shows, without addresses, phone numbers and insults. */
  name: z.string().nullable(),
})
export type CertificateReply = z.infer<typeof certificateReply>

const code = '7K2M9QXF4HJD5RTV'
const example = { code, url: `https://passport.example/c/${code}`, name: 'Sam' }

export const makeCertificate = call({
  id: 'makeCertificate',
  method: 'POST',
  path: '/api/certificates',
  tag,
  summary: 'Makes a public page of the kilograms of a purchase that the caller holds.',
  description:
    'The page at `url` is public for every caller with its code. A second call for the same purchase returns the existing certificate with 200 and changes nothing.',
  body: z.object({ tx_id: z.string().max(64), name: displayName }),
  example: { tx_id: exampleTxId, name: 'Sam' },
  problems: [
    'purchase_not_found',
    'certificate_name_too_long',
    'certificate_name_claims',
    'card_number_refused',
  ],
  answers: {
    200: json(certificateReply, 'The existing certificate, unchanged.', example),
    201: json(certificateReply, 'The new certificate.', example),
  },
})

export const listCertificates = call({
  id: 'listCertificates',
  method: 'GET',
  path: '/api/certificates',
  tag,
  summary: 'Returns the caller’s own certificate of a purchase.',
  description:
    'The array is empty if the purchase has no certificate, is not known, or belongs to another user.',
  query: z.object({ tx_id: z.string().max(64) }),
  answers: { 200: json(certificateReply.array(), 'One certificate, or none.', [example]) },
})

export const nameCertificate = call({
  id: 'nameCertificate',
  method: 'PATCH',
  path: '/api/certificates/:code',
  tag,
  summary: 'Changes the name on a certificate.',
  description:
    '`null` removes the name. Addresses, phone numbers and insults are left out of the name that the page shows.',
  params,
  body: z.object({ name: displayName }),
  example: { name: 'Sam' },
  problems: [
    'certificate_not_found',
    'certificate_name_too_long',
    'certificate_name_claims',
    'card_number_refused',
  ],
  answers: { 200: json(certificateReply, 'The certificate.', example) },
})

export const closeCertificate = call({
  id: 'closeCertificate',
  method: 'DELETE',
  path: '/api/certificates/:code',
  tag,
  summary: 'Closes a certificate and removes its page.',
  description:
    'The address of the page then answers 404, like an unknown one. The kilograms and their entry in the public log stay.',
  params,
  problems: ['certificate_not_found'],
  answers: { 204: empty('The certificate is closed.') },
})

const part = z.object({
  first_place: z.number().int(),
  last_place: z.number().int(),
  state: z.enum(['allocated', 'retired']),
  reference: z.string().nullable().describe('Of the retirement, as the registry gave it.'),
  url: z.url().nullable(),
  date: z.iso.date().nullable().describe('Of the retirement, UTC.'),
  confirmed_on: z.iso
    .date()
    .nullable()
    .describe('Of the registry’s public list that shows the retirement; null if none was read.'),
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
    .describe('All current kilograms; the first are the main ones of the certificate.'),
  steps: z
    .object({
      date: z.iso.date().describe('UTC.'),
      former: blockPlaces.describe('The kilograms that the registry took back.'),
      present: blockPlaces.describe('The kilograms that replaced them.'),
      proof: entryProof
        .nullable()
        .describe(
          'Proves the replacement against the checkpoint of the sale’s proof; null until it includes the entry.',
        ),
    })
    .array()
    .describe('In order of time.'),
})

const proof = entryProof.extend({
  salt: z.string().describe('Hex of 16 bytes.'),
  tx_id: z.string(),
  checkpoint: z.string().describe('The signed note that the hashes prove the entry against.'),
  witnesses: z
    .string()
    .array()
    .describe(
      'Names of the witnesses that have cosigned the checkpoint. Your own policy decides whether they are enough.',
    ),
})

const certificateFacts = z.object({
  kg: z.number().int(),
  /** Kilograms of the sale that were refunded in part. Absent if there are none. */
  refunded_kg: z.number().int().optional(),
  ...blockPlaces.shape,
  date: z.iso.date(),
  name: z.string().nullable(),
  parts: part.array(),
  replacement: replacement.nullable().describe('Null where no kilogram was replaced.'),
  /** Null until a checkpoint of the log includes the purchase. */
  proof: proof.nullable(),
})
export type CertificateFacts = z.infer<typeof certificateFacts>

const root = 'J2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ='
const publicOptions = {
  method: 'GET',
  access: 'public',
  tag,
  description:
    'Any caller with the code may read it. A closed code gets the same answer as an unknown one.',
  params,
  problems: ['certificate_not_found'],
} as const
const headers = ['X-Robots-Tag'] as const

export const getCertificateFacts = call({
  ...publicOptions,
  id: 'getCertificateFacts',
  path: '/c/:code.json',
  summary:
    'Returns the facts of a certificate, with the proof that the log contains its kilograms.',
  headers: [...headers, 'Access-Control-Allow-Origin'],
  answers: {
    200: json(certificateFacts, 'The facts.', {
      kg: 100,
      project: 'Cookstoves in Kampala',
      country: 'UG',
      project_type: ['Energy Efficiency'],
      vintage_year: 2024,
      registry: 'Gold Standard',
      serial: exampleBatch.serial_number,
      uncompared: false,
      first_place: 401,
      last_place: 500,
      date: '2026-11-21',
      name: 'Sam',
      parts: [
        {
          first_place: 401,
          last_place: 500,
          state: 'allocated',
          reference: null,
          url: null,
          date: null,
          confirmed_on: null,
        },
      ],
      replacement: null,
      proof: {
        index: 41,
        entry: `{"kind":"allocate","registry":"GS","serial":"${exampleBatch.serial_number}","first":401,"last":500}`,
        salt: '00112233445566778899aabbccddeeff',
        tx_id: exampleTxId,
        hashes: [root],
        checkpoint: `passport.example/log\n42\n${root}\n\n— passport.example/log q83vEjRW\n— witness.example/w 5e2cTuUO\n`,
        witnesses: ['witness.example/w'],
      },
    }),
  },
})

const cacheHeaders = ['ETag', 'Vary'] as const
const drawing = (media: string, description: string) => ({
  200: file(media, description, [...cacheHeaders, 'Content-Disposition']),
  304: empty('The held file is current.', cacheHeaders),
})
const accepts = {
  'If-None-Match': 'The `ETag` of the held file: 304 while it is current.',
}

export const getCertificatePicture = call({
  ...publicOptions,
  id: 'getCertificatePicture',
  path: '/c/:code.png',
  summary: 'Returns a certificate as a picture to share.',
  accepts,
  headers,
  answers: drawing('image/png', 'The picture.'),
})

export const getCertificatePaper = call({
  ...publicOptions,
  id: 'getCertificatePaper',
  path: '/c/:code.pdf',
  summary: 'Returns a certificate to print.',
  accepts,
  headers,
  answers: drawing('application/pdf', 'The document.'),
})

const page = (description: string) =>
  file('text/html', description, ['Vary'], '<!doctype html>\n<html lang="en">')

export const getCertificatePage = call({
  ...publicOptions,
  id: 'getCertificatePage',
  path: '/c/:code',
  summary: 'Returns the page of a certificate.',
  headers,
  answers: {
    200: page('The page.'),
    404: page('A page that reports a closed or unknown certificate.'),
  },
})

export const certificateProblems = {
  certificate_not_found: { status: 404, text: 'There is no such certificate.' },
  certificate_name_too_long: {
    status: 400,
    text: `The name on a certificate cannot exceed ${certificateNameMax} characters.`,
    field: 'name',
  },
  certificate_name_claims: {
    status: 400,
    text: 'The name on a certificate cannot claim neutrality, net zero or the like.',
    field: 'name',
  },
} as const satisfies Record<string, ProblemKind>
