// Describes the calls for wallet passes, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Wallet pass'
const apple = 'Apple Wallet'
const media = 'application/vnd.apple.pkpass'
const applePass = 'Apple’s PassKit web service; the pass’s own token is the password.'
const secured = {
  scheme: 'passToken',
  header: 'Authorization',
  description: '`ApplePass ` and the token that the pass carries.',
}

export const walletPassCalls = {
  'GET /passport/pass/{id}': {
    id: 'downloadPass',
    tag,
    summary: 'One’s own pass for Apple Wallet.',
    answers: {
      200: {
        is: 'The signed pass.',
        media,
        headers: ['Content-Disposition', 'Last-Modified'],
      },
    },
  },
  'GET /passport/pass/{id}/google': {
    id: 'getGooglePassLink',
    tag,
    summary: 'The way to one’s own pass in Google Wallet.',
    description: 'It is there where Google Wallet is set up.',
    answers: {
      200: {
        is: 'The address to open.',
        example: { save_url: 'https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiJ9' },
      },
    },
  },
  'POST /passkit/v1/devices/{device}/registrations/{passType}/{serial}': {
    id: 'registerDevice',
    tag: apple,
    summary: 'A device asks to be told when a pass changes.',
    description: applePass,
    secured,
    body: { pushToken: '0f1e2d3c4b5a' },
    answers: {
      200: { is: 'It is registered already.', example: {} },
      201: { is: 'It is registered.', example: {} },
    },
  },
  'DELETE /passkit/v1/devices/{device}/registrations/{passType}/{serial}': {
    id: 'unregisterDevice',
    tag: apple,
    summary: 'A device gives a pass up.',
    description: applePass,
    secured,
    answers: { 200: { is: 'It is told no more.', example: {} } },
  },
  'GET /passkit/v1/devices/{device}/registrations/{passType}': {
    id: 'listUpdatedPasses',
    tag: apple,
    summary: 'Which passes of a device have changed.',
    description: 'Apple’s PassKit web service.',
    answers: {
      200: {
        is: 'Their serial numbers, and the tag to ask with next time.',
        example: {
          serialNumbers: ['0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10'],
          lastUpdated: '1763717400000',
        },
      },
      204: { is: 'None has changed.' },
    },
  },
  'GET /passkit/v1/passes/{passType}/{serial}': {
    id: 'fetchPass',
    tag: apple,
    summary: 'The newest form of a pass.',
    description: applePass,
    secured,
    accepts: { 'If-Modified-Since': 'A date: 304 where the pass has not changed since.' },
    answers: {
      200: { is: 'The signed pass.', media, headers: ['Last-Modified'] },
      304: { is: 'It has not changed.' },
    },
  },
  'POST /passkit/v1/log': {
    id: 'logDeviceComplaints',
    tag: apple,
    summary: 'A device tells what went wrong with a pass.',
    description: 'Apple’s PassKit web service.',
    body: { logs: ['Passbook: the pass could not be read.'] },
    answers: { 200: { is: 'It was heard.', example: {} } },
  },
} as const satisfies DescribedCalls
