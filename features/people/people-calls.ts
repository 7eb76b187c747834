// Declares the API calls of the session and the passport, and the profile that they return
// (docs/product.md#profile).
import { z } from 'zod'
import { call, empty, json } from '#values/call.ts'
import { languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'
import {
  nicknameMaxLength,
  nicknameMinLength,
  nicknamePattern,
  tidyName,
} from '#values/text/nickname.ts'
import { isFitName } from '#values/text/shown-name.ts'

export const profileSchema = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string(),
  country: z.string().length(2),
  currency: z.string().length(3),
  symbol: z.string(),
  total_offsets: z.number().int(),
  /** The part of `total_offsets` that is retired at its registry. */
  retired_kg: z.number().int(),
  eco_score: z.number().int(),
  eco_league: z.enum(leagues),
  offset_league: z.enum(leagues),
  nickname: z.string().nullable(),
  hide_from_leaderboards: z.boolean(),
  /** The name on the passport, which only its owner sees. */
  holder_name: z.string().nullable(),
  /** True once the user has ended the welcome, on any device. */
  is_welcomed: z.boolean(),
  language: z.enum(languages),
  updated: z.iso.datetime(),
})
export type Profile = z.infer<typeof profileSchema>

export const exampleProfile: Profile = {
  id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10',
  firstName: null,
  lastName: null,
  phone: '+447400123456',
  country: 'GB',
  currency: 'GBP',
  symbol: '£',
  total_offsets: 100,
  retired_kg: 0,
  eco_score: 35,
  eco_league: 'bronze',
  offset_league: 'silver',
  nickname: 'Sam',
  hide_from_leaderboards: false,
  holder_name: 'Sam Rivers',
  is_welcomed: true,
  language: 'en',
  updated: '2026-11-20T09:30:00.000Z',
}

/** `key` is the HMAC key as base64url (docs/product.md#signed-calls). */
export const terminalSchema = z.object({ id: z.string(), key: z.string() })
export type IssuedTerminal = z.infer<typeof terminalSchema>

export const exampleTerminal: IssuedTerminal = {
  id: 'terminal_0199c4a0',
  key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
}

const tag = 'Sign-in'

export const getSession = call({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/me',
  tag,
  summary: 'Returns the profile of the signed-in user.',
  description:
    'Browsers call it to learn whether they are signed in: 401 `unauthenticated` without a session. It never changes anything.',
  answers: { 200: json(profileSchema, 'The profile.', exampleProfile) },
})

export const logOut = call({
  id: 'logOut',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  tag,
  summary: 'Ends the session and its signing key.',
  description:
    'The cookie is removed, and signed calls with the key of this session are refused from then on. Without a session the answer is the same.',
  answers: { 204: empty('The caller has no session.', ['Set-Cookie']) },
})

export const renewTerminal = call({
  id: 'renewTerminal',
  method: 'POST',
  path: '/api/auth/terminal',
  tag,
  summary: 'Issues a new signing key for this session, after the previous one was lost.',
  description: 'The previous key stays valid for 60 seconds.',
  problems: ['code_required', 'rate_limited'],
  answers: { 200: json(terminalSchema, 'The new key. It is sent once.', exampleTerminal) },
})

/** A name of the user: the nickname, which others see, and the holder's name on the passport. */
const name = z.string().overwrite(tidyName).regex(nicknamePattern).refine(isFitName).meta({
  description: "Letters, digits, spaces and . - ' of any script.",
  minLength: nicknameMinLength,
  maxLength: nicknameMaxLength,
})
const profileChanges = z.object({
  nickname: name.nullish(),
  holder_name: name.nullish(),
  /** Ends the welcome for good. */
  is_welcomed: z.literal(true).nullish(),
  hide_from_leaderboards: z.boolean().nullish(),
  language: z.enum(languages).nullish(),
})
export type ProfileChanges = z.infer<typeof profileChanges>

export const changeProfile = call({
  id: 'changeProfile',
  method: 'PATCH',
  path: '/api/profile',
  tag,
  summary: 'Changes the names, the language, or the visibility on leaderboards; ends the welcome.',
  description:
    'An absent field stays as it is. A nickname or a holder’s name of `null` is removed. `holder_name` is shown on the user’s own passport only.',
  body: profileChanges,
  example: { nickname: 'Sam', hide_from_leaderboards: false, language: 'en' },
  answers: { 200: json(profileSchema, 'The changed profile.', exampleProfile) },
})

export const getPassport = call({
  id: 'getPassport',
  method: 'GET',
  path: '/passport/me',
  tag: 'Passport',
  summary: 'Returns the user’s passport: kilograms, scores and leagues.',
  description:
    'The same object as `GET /api/auth/me`. `total_offsets` is the number of kilograms that the user holds, `retired_kg` the part that is retired at its registry.',
  answers: { 200: json(profileSchema, 'The passport.', exampleProfile) },
})
