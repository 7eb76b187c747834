// Declares the shapes of sign-in's answers (contract.ts), which the browser checks.
import { languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'
import type { Answer } from '#web/api/api-routes.ts'
import { flag, moment, nullable, number, objectOf, oneOf, text } from '#web/api/shape.ts'

const league = oneOf(...leagues)

export const profileShape = objectOf<Answer<'GET', '/api/auth/me'>>({
  id: text,
  firstName: nullable(text),
  lastName: nullable(text),
  phone: text,
  country: text,
  currency: text,
  symbol: text,
  total_offsets: number,
  retired_kg: number,
  eco_score: number,
  eco_league: league,
  offset_league: league,
  nickname: nullable(text),
  hide_from_leaderboards: flag,
  language: oneOf(...languages),
  updated: moment,
})

export const requestOtpShape = objectOf<Answer<'POST', '/api/auth/request-otp'>>({
  expires_in_seconds: number,
  resend_in_seconds: number,
})

/** The key of the browser's signing terminal, issued once. */
export const terminalShape = objectOf<Answer<'POST', '/api/auth/terminal'>>({ id: text, key: text })

export const verifyOtpShape = objectOf<Answer<'POST', '/api/auth/verify-otp'>>({
  user: profileShape,
  terminal: terminalShape,
})
