// Who is signed in, in this tab and all others: unknown, a profile, offline with a kept card, or
// false. It must never keep a profile after a 401 (specification 4).
import { useSyncExternalStore } from 'react'
import type { Profile, TerminalReply } from '#features/sign-in/contract.ts'
import { profileShape } from '#features/sign-in/web/answer-shapes.ts'
import type { League } from '#values/leagues.ts'
import { ApiError, getJson, onUnauthenticated, send, serverNow } from './api.ts'
import { forget, keep, readKept, stampsName } from './browser-store.ts'
import { forgetTerminal, keepTerminal } from './terminal.ts'

/** What opens without a network (contract 9): no phone, no name. `date` is when it was last seen. */
export type RememberedCard = {
  id: string
  kg: number
  leagues: { eco: League; offset: League }
  date: string
}

export type Session =
  | { status: 'unknown' }
  | { status: 'signed-in'; profile: Profile }
  | { status: 'offline'; card: RememberedCard }
  | { status: 'signed-out' }

const cardName = 'card'
/** Kept while the server has not heard of a sign-out: it is told before anything else is asked. */
const leavingName = 'leaving'
const waitsMs = [1000, 3000] as const
const listeners = new Set<() => void>()
const channel =
  // Not while prerendering: an open channel would keep the build from ending.
  import.meta.env.SSR || typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel('carbon-passport')

let session: Session = { status: 'unknown' }

function change(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
    () => session,
  )
}

function remember({ id, total_offsets, eco_league, offset_league }: Profile) {
  const leagues = { eco: eco_league, offset: offset_league }
  const date = new Date(serverNow()).toISOString()
  void keep(cardName, { id, kg: total_offsets, leagues, date } satisfies RememberedCard)
}

/** Takes in a profile that an answer brought, e.g. after a purchase. */
export function updateProfile(profile: Profile) {
  remember(profile)
  change({ status: 'signed-in', profile })
}

/** After the code was right: keeps the signing key, then opens the session in every tab. */
export async function openSession(profile: Profile, terminal: TerminalReply) {
  await Promise.all([keepTerminal(terminal), forget(leavingName)])
  updateProfile(profile)
  channel?.postMessage('signed-in')
}

async function closeHere() {
  change({ status: 'signed-out' })
  try {
    // Purchases and claims under way, with whom they are for.
    window.sessionStorage.clear()
  } catch {
    // A browser without storage kept none.
  }
  await Promise.all([forgetTerminal(), forget(cardName), forget(stampsName)])
}

async function closeEverywhere() {
  channel?.postMessage('signed-out')
  await closeHere()
}

/** Signs out: the server ends the session, every tab forgets it, even when nothing was reached. */
export async function signOut() {
  await keep(leavingName, true)
  await leave().catch(() => undefined)
  await closeEverywhere()
}

async function leave() {
  await send('/api/auth/logout', { method: 'POST' })
  await forget(leavingName)
}

async function readCard(): Promise<RememberedCard | undefined> {
  const value = await readKept(cardName)
  return isCard(value) ? value : undefined
}

function isCard(value: unknown): value is RememberedCard {
  return typeof value === 'object' && value !== null && 'kg' in value && 'date' in value
}

let checking: Promise<void> | undefined

/** Asks the server who we are: a 401, or three failed tries within about 5 s, is a failed check. */
export function checkSession(): Promise<void> {
  checking ??= check().finally(() => {
    checking = undefined
  })
  return checking
}

async function check() {
  for (const waitMs of [...waitsMs, 0]) {
    try {
      if (await readKept(leavingName)) await leave()
      updateProfile(await getJson('/api/auth/me', profileShape))
      return
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        await closeHere()
        return
      }
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  const card = await readCard()
  change(card ? { status: 'offline', card } : { status: 'signed-out' })
}

onUnauthenticated(() => void closeEverywhere())

channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data === 'signed-out') void closeHere()
  if (event.data === 'signed-in' && session.status !== 'signed-in') void checkSession()
})
