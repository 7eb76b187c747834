// Draws the user's passport card into the document of /app, so that a phone paints it before any code has
// loaded. A user who is signed out, or whose session cannot be read in time, gets the document as built. The
// drawn document must never be stored (`no-store`).
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { createReadLimit } from '#platform/http/limits/read-limits.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { within } from '#platform/within.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Language } from '#values/lists/languages.ts'
import type { DrawHome, ShownCard } from '#values/shown-card.ts'
import { signOutCookie } from '#values/sign-out-mark.ts'

/** Longest wait for the database, in milliseconds. The document without a card needs none. */
const cardWaitMs = 500

export type CurrentCard = {
  /** Finds the session with the card's row. */
  readonly findSession?: FastifyRequest['routeOptions']['config']['findSession']
  /** Returns the card of a request whose session was checked. */
  of(request: FastifyRequest): ShownCard
}

export type HomeOptions = {
  readonly shell: Readonly<Record<Language, KeptBytes>>
  /** Folder of the drawing code, by language. */
  readonly drawingRoot: string
  readonly settings: Pick<Settings, 'timeoutFactor'>
  readonly clock: () => number
  readonly session: AccessChecks['session']
  readonly currentCard: CurrentCard
}

const builtContent = /<div id="root">[\s\S]*<\/div>/

/** Returns a function that resolves to the document with the user's card, or to null without one. */
export function openHomeDocuments(options: HomeOptions) {
  const { shell, drawingRoot, settings, clock, session, currentCard } = options
  // Drawing takes some 2 ms of processor time.
  const count = createReadLimit(clock)
  const draw = async (request: FastifyRequest, language: Language) => {
    if (signOutCookie in request.cookies || (await session(request)) !== null) return null
    const card = currentCard.of(request)
    if (count(card.id).waitSeconds !== null) return null
    const { drawHome }: { drawHome: DrawHome } = await import(
      join(drawingRoot, language, 'draw-home.js')
    )
    const root = `<div id="root" data-card="${escapeHtml(JSON.stringify(card))}">`
    const html = shell[language].bytes
      .toString()
      .replace(builtContent, () => `${root}${drawHome(card)}</div>`)
    return keepBytes(html, brotliQuality.forAnswers)
  }
  return (request: FastifyRequest, language: Language): Promise<KeptBytes | null> =>
    // After a failure the page itself says what fails.
    within(cardWaitMs * settings.timeoutFactor, draw(request, language)).catch(() => null)
}
