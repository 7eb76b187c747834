// Draws the pages of /app into the documents of signed-in users, so that a phone paints them before any code
// has loaded. A user who is signed out, or whose data cannot be read in time, gets the document as built. A
// drawn document must never be stored (`no-store`).
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Profile } from '#features/people/people-calls.ts'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { createReadLimit } from '#platform/http/limits/read-limits.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { within } from '#platform/within.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { DocumentAnswers, DrawPage } from '#values/drawn-page.ts'
import type { Language } from '#values/lists/languages.ts'
import { signOutCookie } from '#values/sign-out-mark.ts'
import type { Page } from './web-documents.ts'

/** Longest wait for the database, in milliseconds. The document as built needs none. */
const waitMs = 500

/**
 * Drawings of one user. A drawing takes 2 to 20 ms of processor time. Beyond the limit the user gets documents
 * as built.
 */
const userBucket = { burst: 30, perSecond: 1, callersMax: 20_000 }

export type CurrentProfile = {
  /** Finds the session with the profile's row. */
  readonly findSession?: FastifyRequest['routeOptions']['config']['findSession']
  /** Returns the profile of a request whose session was checked. */
  of(request: FastifyRequest): Profile
}

export type DrawingOptions = {
  /** Folder of the drawing code, by language. */
  readonly drawingRoot: string
  readonly settings: Pick<Settings, 'timeoutFactor'>
  readonly clock: () => number
  readonly session: AccessChecks['session']
  readonly currentProfile: CurrentProfile
}

/** Escapes text of an element. Quotes stay, because JSON has many. */
const textOf = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const builtContent = /<div id="root">[\s\S]*<\/div>/

/**
 * Returns a function that draws a request's page into `document`. It resolves to null if the document as built
 * must be sent.
 */
export function openDrawnDocuments(options: DrawingOptions) {
  const { drawingRoot, settings, clock, session, currentProfile } = options
  const limit = createReadLimit(clock, userBucket)
  const draw = async (request: FastifyRequest, document: Page, language: Language) => {
    if (signOutCookie in request.cookies || (await session(request)) !== null) return null
    const profile = currentProfile.of(request)
    if (limit.count(profile.id).waitSeconds !== null) return null
    const { drawPage }: { drawPage: DrawPage<Profile> } = await import(
      join(drawingRoot, language, 'draw-page.js')
    )
    const read = (address: string) => readAs(request, address)
    const { html, answers } = await drawPage(request.url, profile, read)
    const data: DocumentAnswers = { passportId: profile.id, answers }
    const content =
      `<div id="root" data-drawn="">${html}</div>` +
      `<template id="answers">${textOf(JSON.stringify(data))}</template>`
    const page = document[language].bytes.toString().replace(builtContent, () => content)
    return keepBytes(page, brotliQuality.forAnswers)
  }
  return (request: FastifyRequest, document: Page, language: Language): Promise<KeptBytes | null> =>
    // After a failure the page itself says what fails.
    within(waitMs * settings.timeoutFactor, draw(request, document, language)).catch(() => null)
}

/** Returns the answer of a GET call that the user of `request` sends. Throws if the call fails. */
async function readAs(request: FastifyRequest, url: string): Promise<unknown> {
  const { cookie = '', host = '' } = request.headers
  const { statusCode, body } = await request.server.inject({
    url,
    headers: { cookie, host },
    remoteAddress: request.ip,
  })
  if (statusCode !== 200) throw new Error(`${url} failed with ${statusCode}.`)
  return JSON.parse(body)
}
