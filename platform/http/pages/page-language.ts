// Chooses the language of a page: the one in the address, else in the cookie, else the browser's first
// supported one, else English (docs/product.md#languages).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultLanguage, type Language, languageOf } from '#values/lists/languages.ts'
import { isSecure } from './security-headers.ts'

const cookieName = 'language'
const cookieLifeSeconds = 365 * 86_400

/** The Vary header of a document in several languages. */
export const languageVary = 'Accept-Language, Cookie'

/** Returns the language in the query, as in `/?language=nl`, or undefined. */
export function namedLanguage(request: FastifyRequest): Language | undefined {
  // Splits the address without `URL`, which would read `//` as the start of a host name.
  const [, query = ''] = request.url.split('?')
  return languageOf(new URLSearchParams(query).get('language') ?? undefined)
}

export function pageLanguage(request: FastifyRequest): Language {
  return (
    languageOf(request.cookies[cookieName]) ??
    acceptedLanguage(request.headers['accept-language'] ?? '') ??
    defaultLanguage
  )
}

export function setLanguageCookie(
  reply: FastifyReply,
  settings: { readonly publicUrl: string },
  language: Language,
): void {
  const secure = isSecure(settings)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  void reply.setCookie(cookieName, language, { ...attributes, maxAge: cookieLifeSeconds })
}

/** Sets the language cookie to a profile's language, if the next page would otherwise have another one. */
export function followLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: { readonly publicUrl: string },
  language: Language,
): void {
  if (pageLanguage(request) !== language) setLanguageCookie(reply, settings, language)
}

/**
 * Returns the supported language with the greatest weight, the first of equals: `tr` for
 * `tr-TR,tr;q=0.9,en;q=0.8`.
 */
export function acceptedLanguage(header: string): Language | undefined {
  let best: { readonly language: Language; readonly weight: number } | undefined
  for (const part of header.slice(0, 512).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = languageOf(tag.trim().split('-')[0])
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (language === undefined || !(weight > (best?.weight ?? 0))) continue
    best = { language, weight }
  }
  return best?.language
}
