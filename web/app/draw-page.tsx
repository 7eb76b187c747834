// Renders a page of /app for the server, which sends it in the document of a signed-in request
// (server/pages/drawn-documents.ts). The browser's bundle must not import this file.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { getLeaderboard } from '#features/boards/boards-calls.ts'
import {
  getProject,
  listFeaturedProjects,
  listProjects,
} from '#features/catalogue/catalogue-calls.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { showProfile } from '#features/people/web/session/session.ts'
import { getExchangeRate, getWallet } from '#features/wallet/wallet-calls.ts'
import type { CallInput, CallReply } from '#values/call.ts'
import type { DrawPage } from '#values/drawn-page.ts'
import { addressOfCall, type UnsignedCall } from '../api/ask.ts'
import { provideAnswers } from '../api/document-answers.ts'
import { shapeOf } from '../api/shape.ts'
import { queryKeyOf } from '../api/use-answer.ts'
import { paths, patterns } from '../paths.ts'
import { LateRetry, NeedsScripts } from '../shell/without-scripts.tsx'
import { texts } from '../texts.ts'
import { setDateLocale } from './date-locale.ts'
import { isAt, loadPage, ProtectedRoutes } from './protected-routes.tsx'

/** Returns the answer of a call, or undefined if it fails. The page then loads it itself. */
type Read = <C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
) => Promise<CallReply<C> | undefined>

/** Reads the rates from the currencies of prices to the user's. */
function readRates(read: Read, prices: readonly ({ currency: string } | null)[], to: string) {
  const currencies = new Set(prices.flatMap((price) => price?.currency ?? []))
  currencies.delete(to)
  return Promise.all([...currencies].map((from) => read(getExchangeRate, { query: { from, to } })))
}

type Reader = (read: Read, profile: Profile, path: string) => Promise<unknown>

/**
 * Reads the answers that the first screen of a page shows. The rest of the page shows placeholders. The activity
 * has none, because its days are those of the browser's time zone.
 */
const readers: readonly (readonly [pattern: string, Reader])[] = [
  [
    paths.home,
    async (read, { country, currency }) => {
      const [featured = []] = await Promise.all([
        read(listFeaturedProjects, { query: { country } }),
        read(getWallet, {}),
      ])
      const prices = featured.map(({ preferred_batch }) => preferred_batch)
      await readRates(read, prices, currency)
    },
  ],
  [
    paths.projects,
    async (read, { currency }) => {
      const projects = (await read(listProjects, {})) ?? []
      const prices = projects.map(({ price_from }) => price_from)
      await readRates(read, prices, currency)
    },
  ],
  [
    patterns.project,
    async (read, { currency }, path) => {
      const id = decodeURIComponent(path.slice(paths.project('').length))
      const [project] = await Promise.all([
        read(getProject, { params: { id } }),
        read(getWallet, {}),
      ])
      await readRates(read, project?.batches ?? [], currency)
    },
  ],
  [
    paths.leaderboards,
    (read, { eco_league, offset_league }) =>
      Promise.all([
        read(getLeaderboard, { params: { kind: 'eco' }, query: { league: eco_league } }),
        read(getLeaderboard, { params: { kind: 'offsets' }, query: { league: offset_league } }),
      ]),
  ],
]

export const drawPage: DrawPage<Profile> = async (address, profile, readAddress) => {
  const [path = ''] = address.split('?')
  const answers: [readonly unknown[], unknown][] = []
  const read: Read = async (call, input) => {
    try {
      const answer = await readAddress(addressOfCall(call, input))
      if (!shapeOf(call)(answer)) return undefined
      answers.push([queryKeyOf(call, input), answer])
      return answer
    } catch {
      return undefined
    }
  }
  const reader = readers.find(([pattern]) => isAt(pattern, path))
  await Promise.all([loadPage(path), reader?.[1](read, profile, path)])
  // The rest is synchronous, because all requests share the session and the answers.
  showProfile(profile)
  setDateLocale({ status: 'signed-in', profile })
  provideAnswers({ passportId: profile.id, answers })
  const html = renderToString(
    <StrictMode>
      <Router ssrPath={address}>
        <ProtectedRoutes />
      </Router>
      <aside className="pointer-events-none fixed inset-x-0 bottom-18 z-60 flex flex-wrap items-center justify-center gap-2 [&>*]:pointer-events-auto [&>*]:bg-paper [&>*]:py-3">
        {/* The session of the document counts as unknown until the page has checked it. */}
        <p role="status" className="rounded-full px-5 text-sm text-soft shadow-md">
          {texts.common_loading()}
        </p>
        <NeedsScripts />
        <LateRetry />
      </aside>
    </StrictMode>,
  )
  // React draws a placeholder for a part that throws, and reports nothing.
  if (html.includes('<!--$!-->')) throw new Error(`A part of ${path} cannot be drawn.`)
  // The document's policy allows no inline styles. The starter sets them (web/start-landing.ts).
  return { html: html.replaceAll(' style="', ' data-style="'), answers }
}
