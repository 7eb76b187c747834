// Describes the calls of certificates, with examples, for the API description.
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { exampleTxId } from '#features/purchases/contract.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Certificates'
const code = '7K2M9QXF4HJD5RTV'
const certificate = { code, url: `https://passport.example/c/${code}`, name: 'Sam' }
const headers = ['X-Robots-Tag'] as const
const drawn = ['ETag', 'Vary'] as const
const accepts = {
  'If-None-Match': 'The `ETag` of the file that is held: 304 where it is right still.',
}
const unchanged = { is: 'What is held is right still.', headers: drawn } as const
const root = 'J2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ='
const unclear = 'Who knows the code may read it. A closed code and one that never was are alike.'

const page = {
  media: 'text/html',
  example: '<!doctype html>\n<html lang="en">',
  headers: ['Vary'],
} as const

export const certificateCalls = {
  'POST /api/certificates': {
    id: 'makeCertificate',
    tag,
    summary: 'Makes a public page of the kilograms of a purchase that one holds.',
    body: { tx_id: exampleTxId, name: 'Sam' },
    answers: {
      200: { is: 'It is there already.', example: certificate },
      201: { is: 'It is made.', example: certificate },
    },
  },
  'GET /api/certificates': {
    id: 'listCertificates',
    tag,
    summary: 'One’s own certificate of a purchase, if there is one.',
    answers: { 200: { is: 'One, or none.', example: [certificate] } },
  },
  'PATCH /api/certificates/{code}': {
    id: 'nameCertificate',
    tag,
    summary: 'Changes the name on a certificate.',
    body: { name: 'Sam' },
    answers: { 200: { is: 'The certificate.', example: certificate } },
  },
  'DELETE /api/certificates/{code}': {
    id: 'closeCertificate',
    tag,
    summary: 'Closes a certificate; its page is gone.',
    answers: { 204: { is: 'It is closed.' } },
  },
  'GET /c/{code}.json': {
    id: 'getCertificateFacts',
    tag,
    summary: 'The facts of a certificate, with the proof that the log holds its kilograms.',
    description: unclear,
    headers: [...headers, 'Access-Control-Allow-Origin'],
    answers: {
      200: {
        is: 'The facts.',
        example: {
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
            },
          ],
          replacement: null,
          proof: {
            index: 41,
            entry: `{"kind":"allocate","registry":"GS","serial":"${exampleBatch.serial_number}","first":401,"last":500}`,
            salt: '00112233445566778899aabbccddeeff',
            tx_id: exampleTxId,
            hashes: [root],
            checkpoint: `passport.example/log\n42\n${root}\n\n— passport.example/log q83vEjRW\n`,
          },
        },
      },
    },
  },
  'GET /c/{code}.png': {
    id: 'getCertificatePicture',
    tag,
    summary: 'A certificate as a picture to share.',
    description: unclear,
    accepts,
    headers,
    answers: {
      200: {
        is: 'The picture.',
        media: 'image/png',
        headers: [...drawn, 'Content-Disposition'],
      },
      304: unchanged,
    },
  },
  'GET /c/{code}.pdf': {
    id: 'getCertificatePaper',
    tag,
    summary: 'A certificate to print.',
    description: unclear,
    accepts,
    headers,
    answers: {
      200: {
        is: 'The paper.',
        media: 'application/pdf',
        headers: [...drawn, 'Content-Disposition'],
      },
      304: unchanged,
    },
  },
  'GET /c/{code}': {
    id: 'getCertificatePage',
    tag,
    summary: 'A certificate to read.',
    description: unclear,
    headers,
    answers: {
      200: { is: 'The page.', ...page },
      404: { is: 'A page that says that there is no such certificate, or none any more.', ...page },
    },
  },
} as const satisfies DescribedCalls
