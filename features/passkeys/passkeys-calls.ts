// Declares the calls that add, list and remove passkeys, and sign in with one (docs/product.md#passkeys).
import { z } from 'zod'
import { signedInAnswer } from '#features/sign-in/sign-in-calls.ts'
import { call, empty, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'
import { tidyName } from '#values/text/nickname.ts'

const tag = 'Passkeys'
const access = 'signed'

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Time of the last sign-in with it; null before the first. */
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkey>

const examplePasskey: Passkey = {
  id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61',
  name: 'Chrome, Android',
  created_at: '2026-11-20T09:30:00.000Z',
  last_used_at: null,
}
const exampleChallenge = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const exampleCredentialId = 'ICEiIyQlJicoKSorLC0uLw'
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

const descriptor = z.object({ type: z.literal('public-key'), id: z.string() })
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
})
export type CreationOptions = z.infer<typeof creationOptions>

export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof requestOptions>

/** Bytes as base64url. The longest credential id has 1,023 bytes. */
const bytes = (max: number) => z.string().max(max)
const credentialFields = {
  id: bytes(1_364),
  rawId: bytes(1_364),
  type: z.literal('public-key'),
}
export const newCredential = z.object({
  ...credentialFields,
  response: z.object({ clientDataJSON: bytes(2_048), attestationObject: bytes(12_288) }),
})
export type NewCredential = z.infer<typeof newCredential>
export const usedCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes(2_048),
    authenticatorData: bytes(2_048),
    signature: bytes(1_024),
    userHandle: bytes(128).nullish(),
  }),
})
export type UsedCredential = z.infer<typeof usedCredential>

const exampleIds = {
  id: exampleCredentialId,
  rawId: exampleCredentialId,
  type: 'public-key',
} as const

export const listPasskeys = call({
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/profile/passkeys',
  tag,
  summary: 'Lists the passkeys of the user.',
  description:
    'The newest is first. `last_used_at` is null until the first sign-in with the passkey.',
  answers: { 200: json(z.array(passkey), 'The passkeys.', [examplePasskey]) },
})

export const getCreationOptions = call({
  id: 'getPasskeyCreationOptions',
  method: 'POST',
  path: '/api/profile/passkeys/options',
  access,
  tag,
  summary: 'Returns the options with which a browser creates a passkey.',
  description:
    'The answer is `PublicKeyCredentialCreationOptionsJSON`. Its challenge is valid for 5 minutes. The session needs a code or passkey of the last 15 minutes.',
  problems: ['code_required', 'too_many_passkeys', 'passkeys_unavailable'],
  answers: {
    200: json(creationOptions, 'The options.', {
      rp: { id: 'passport.example', name: 'Carbon Passport' },
      user: { id: exampleChallenge, name: '+44•••••456', displayName: '+44•••••456' },
      challenge: exampleChallenge,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
    }),
  },
})

export const addPasskey = call({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/profile/passkeys',
  access,
  tag,
  summary: 'Adds a passkey. The owner gets an SMS.',
  description:
    '`credential` is `RegistrationResponseJSON`. Without a `name` the passkey is named after the browser and the system. A passport has at most 10 passkeys.',
  body: z.object({
    credential: newCredential,
    name: z
      .string()
      .overwrite(tidyName)
      .regex(/^[^\p{C}]{1,40}$/u)
      .nullish(),
  }),
  example: {
    credential: {
      ...exampleIds,
      response: { clientDataJSON: exampleClientData, attestationObject: 'o2NmbXRkbm9uZQ' },
    },
    name: 'My phone',
  },
  problems: [
    'card_number_refused',
    'code_required',
    'invalid_passkey',
    'too_many_passkeys',
    'passkeys_unavailable',
  ],
  answers: { 201: json(passkey, 'The passkey.', examplePasskey) },
})

export const removePasskey = call({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/profile/passkeys/:id',
  access,
  tag,
  summary: 'Removes a passkey. The owner gets an SMS.',
  description:
    'The passkey signs no browser in from then on; sessions stay. The session needs a code or passkey of the last 15 minutes.',
  params: z.object({ id: z.string().max(64) }),
  problems: ['code_required', 'passkey_not_found'],
  answers: { 204: empty('The passkey is removed.') },
})

export const getRequestOptions = call({
  id: 'getPasskeyRequestOptions',
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'public',
  tag,
  summary: 'Returns the options with which a browser signs in with a passkey.',
  description:
    'The answer is `PublicKeyCredentialRequestOptionsJSON`. Its challenge is valid for 5 minutes and for one sign-in.',
  problems: ['passkeys_unavailable'],
  answers: {
    200: json(requestOptions, 'The options.', {
      challenge: exampleChallenge,
      rpId: 'passport.example',
      timeout: 300_000,
      userVerification: 'required',
    }),
  },
})

export const signInWithPasskey = call({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  tag,
  summary: 'Signs in with a passkey.',
  description:
    '`credential` is `AuthenticationResponseJSON`. The answer is that of a code. Every refused passkey gets the same 401, and no passkey creates a passport.',
  body: z.object({ credential: usedCredential, terms_version: z.string().max(32).nullish() }),
  example: {
    credential: {
      ...exampleIds,
      response: {
        clientDataJSON: exampleClientData,
        authenticatorData: exampleChallenge,
        signature: 'MEUCIQ',
        userHandle: exampleChallenge,
      },
    },
  },
  invalidFields: { terms_version: 'unknown_terms' },
  problems: ['passkey_refused', 'passkeys_unavailable', 'terms_changed', 'unknown_terms'],
  answers: { 200: signedInAnswer },
})

export const passkeyProblems = {
  invalid_passkey: {
    status: 400,
    text: 'This passkey could not be added. Please try again.',
    field: 'credential',
  },
  passkey_refused: { status: 401, text: 'This passkey cannot sign in. Please use a code.' },
  passkey_not_found: { status: 404, text: 'This passkey is removed already.' },
  passkeys_unavailable: { status: 404, text: 'Passkeys need an address with a host name.' },
  too_many_passkeys: { status: 409, text: 'A passport has at most 10 passkeys.' },
} as const satisfies Record<string, ProblemKind>
