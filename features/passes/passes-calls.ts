// Declares the API calls of wallet passes (docs/product.md#wallet-passes). Apple's PassKit web service
// defines the paths under /passkit.
import { z } from 'zod'
import { call, empty, file, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

export const passMedia = 'application/vnd.apple.pkpass'

const ownPassFields = {
  method: 'GET',
  tag: 'Wallet pass',
  params: z.object({ id: z.string() }),
  problems: ['not_found', 'rate_limited'],
} as const

export const downloadPass = call({
  ...ownPassFields,
  id: 'downloadPass',
  path: '/passport/pass/:id',
  summary: 'Returns the user’s pass for Apple Wallet.',
  description:
    'A `.pkpass` file of style `storeCard`, signed. `id` is the user’s own passport id; another id is 404. The pass updates itself when the kilograms change.',
  answers: { 200: file(passMedia, 'The signed pass.', ['Content-Disposition', 'Last-Modified']) },
})

const saveLink = z.object({ save_url: z.url() })
export type SaveLink = z.infer<typeof saveLink>

export const getGooglePassLink = call({
  ...ownPassFields,
  id: 'getGooglePassLink',
  path: '/passport/pass/:id/google',
  summary: 'Returns the link that saves the user’s pass to Google Wallet.',
  description: 'Available where Google Wallet is set up.',
  answers: {
    200: json(saveLink, 'The address to open.', {
      save_url: 'https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiJ9',
    }),
  },
})

const deviceParams = z.object({
  device: z.string().min(1).max(100),
  passType: z.string().max(100),
})
export const passParams = z.object({ passType: z.string().max(100), serial: z.string().max(100) })
/** Body of a response to a device, which ignores it. */
const deviceReply = z.object({})

const passKitFields = {
  access: 'public',
  tag: 'Apple Wallet',
  description: 'Part of Apple’s PassKit web service.',
} as const
const passHolderFields = {
  ...passKitFields,
  description: 'Part of Apple’s PassKit web service. The pass’s own token is the password.',
  secured: {
    scheme: 'passToken',
    header: 'Authorization',
    description: '`ApplePass ` and the token that the pass carries.',
  },
} as const
const registrationFields = {
  ...passHolderFields,
  path: '/passkit/v1/devices/:device/registrations/:passType/:serial',
  params: deviceParams.extend(passParams.shape),
} as const

export const registerDevice = call({
  ...registrationFields,
  id: 'registerDevice',
  method: 'POST',
  summary: 'Registers a device for changes of a pass.',
  body: z.object({ pushToken: z.string().min(1).max(200) }),
  example: { pushToken: '0f1e2d3c4b5a' },
  problems: ['wrong_pass_token', 'rate_limited', 'too_many_passes'],
  answers: {
    200: json(deviceReply, 'The device was registered before.', {}),
    201: json(deviceReply, 'The device is registered.', {}),
  },
})

export const unregisterDevice = call({
  ...registrationFields,
  id: 'unregisterDevice',
  method: 'DELETE',
  summary: 'Removes the registration of a device for a pass.',
  problems: ['wrong_pass_token', 'rate_limited'],
  answers: { 200: json(deviceReply, 'The device is not registered.', {}) },
})

const updates = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })
export type Updates = z.infer<typeof updates>

export const listUpdatedPasses = call({
  ...passKitFields,
  id: 'listUpdatedPasses',
  method: 'GET',
  path: '/passkit/v1/devices/:device/registrations/:passType',
  summary: 'Lists the passes of a device that have changed.',
  params: deviceParams,
  query: z.object({ passesUpdatedSince: z.string().max(2_000).optional() }),
  problems: ['rate_limited'],
  answers: {
    200: json(updates, 'The serial numbers, and the tag for the next call.', {
      serialNumbers: ['0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10'],
      lastUpdated: '1763717400000',
    }),
    204: empty('No pass has changed.'),
  },
})

export const fetchPass = call({
  ...passHolderFields,
  id: 'fetchPass',
  method: 'GET',
  path: '/passkit/v1/passes/:passType/:serial',
  summary: 'Returns the newest version of a pass.',
  accepts: { 'If-Modified-Since': 'A date. The answer is 304 if the pass has not changed since.' },
  params: passParams,
  problems: ['wrong_pass_token', 'rate_limited', 'not_found'],
  answers: {
    200: file(passMedia, 'The signed pass.', ['Last-Modified']),
    304: empty('The pass has not changed.'),
  },
})

export const logDeviceComplaints = call({
  ...passKitFields,
  id: 'logDeviceComplaints',
  method: 'POST',
  path: '/passkit/v1/log',
  summary: 'Logs a device’s errors with a pass.',
  body: z.object({ logs: z.array(z.string()).max(200) }),
  example: { logs: ['Passbook: the pass could not be read.'] },
  problems: ['rate_limited'],
  answers: { 200: json(deviceReply, 'The errors are logged.', {}) },
})

export const walletPassProblems = {
  wrong_pass_token: { status: 401, text: 'The token is not this pass’s own.' },
  too_many_passes: { status: 409, text: 'This device holds as many passes as it may.' },
} as const satisfies Record<string, ProblemKind>
