// Holds the session of this tab and all others: unknown, a profile, offline with a kept card, or
// signed out. It must not keep a profile after a 401. Stored data is erased before the page shows a
// signed-out user (docs/product.md#session-check-on-the-screen).
import { useSyncExternalStore } from 'react'
import type { League } from '#values/lists/leagues.ts'
import { ApiError, onUnauthenticated, readAnswer, send, serverNow } from '#web/api/api.ts'
import { shapeOf } from '#web/api/shape.ts'
import {
  forget,
  joinedGeneration,
  joinGeneration,
  keep,
  nextGeneration,
  readGeneration,
  readKept,
} from '#web/storage/browser-store.ts'
import { getSession, type IssuedTerminal, logOut, type Profile } from '../../people-calls.ts'
import { keepTerminal } from './terminal.ts'

/** Why the user is signed out: by choice, after deletion, by a 401, or because the check failed. */
export type SignedOutReason = 'left' | 'deleted' | 'ended' | 'unchecked'

export type Session =
  /** `card`: the stored card, shown while the server is asked. */
  | { status: 'unknown'; card?: RememberedCard }
  | { status: 'signed-in'; profile: Profile }
  | { status: 'offline'; card: RememberedCard }
  | { status: 'signed-out'; reason: SignedOutReason }

/**
 * Name of the stored mark of a sign-out that has not reached the server. It is sent before any other
 * call.
 */
const leavingName = 'leaving'
const waitsMs = [1000, 3000] as const
const listeners = new Set<() => void>()
const channel =
  // Absent while prerendering, because an open channel would keep the build from ending.
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

/** Stores the card. Resolves to false where this tab's session has ended meanwhile, in any tab. */
function remember(profile: Profile): Promise<boolean> {
  return keep(cardName, cardOf(profile, serverNow()))
}

/**
 * Takes the profile of an answer, e.g. after a purchase. Ignores one that arrives after the
 * sign-out or belongs to another user.
 */
export function updateProfile(profile: Profile) {
  if (session.status !== 'signed-in' || session.profile.id !== profile.id) return
  void remember(profile)
  change({ status: 'signed-in', profile })
}

/** Opens a session after a right code: erases the previous session, and notifies every tab. */
export async function openSession(profile: Profile, terminal: IssuedTerminal) {
  joinGeneration(await nextGeneration())
  // Where the key cannot be imported, the first signed call fails with that problem.
  await Promise.all([keepTerminal(terminal).catch(() => undefined), remember(profile)])
  change({ status: 'signed-in', profile })
  channel?.postMessage('signed-in')
}

/** Erases open purchases and claims, with their receivers. */
function clearTab() {
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser without storage has no such data.
  }
}

function close(reason: SignedOutReason) {
  joinGeneration(undefined)
  change({ status: 'signed-out', reason })
}

/** Milliseconds before a sign-out without an answer is left for the next visit. */
const leaveWaitMs = 8_000

/**
 * Signs out: erases all stored data, ends the session at the server, then changes the page. Where
 * the server is not reached, the next visit sends the sign-out.
 */
export function signOut() {
  return signOutBecause('left')
}

export function signOutAfterDeletion() {
  return signOutBecause('deleted')
}

async function signOutBecause(reason: SignedOutReason) {
  // Work under way in this tab stores no more data.
  joinGeneration(undefined)
  clearTab()
  await nextGeneration({ [leavingName]: true })
  channel?.postMessage('signed-out')
  const waited = new Promise((resolve) => setTimeout(resolve, leaveWaitMs))
  await Promise.race([leave().catch(() => undefined), waited])
  close(reason)
}

async function leave() {
  await send(logOut.path, { method: logOut.method })
  await forget(leavingName)
}

/** Erases the data of `generation`. Resolves to false where another tab ended it before. */
async function endSession(generation: number): Promise<boolean> {
  if ((await nextGeneration({}, generation)) === undefined) return false
  clearTab()
  channel?.postMessage('signed-out')
  close('ended')
  return true
}

let checking: Promise<void> | undefined

/**
 * Asks the server for the session. A 401, or three failures within about 5 s, is a failed check.
 */
export function checkSession(): Promise<void> {
  checking ??= check().finally(() => {
    checking = undefined
  })
  return checking
}

/** Checks the session again and returns the user's profile; undefined if there is none or it is unknown. */
export async function checkedProfile(): Promise<Profile | undefined> {
  await checkSession()
  return session.status === 'signed-in' ? session.profile : undefined
}

/** Resets a failed check to unknown, so that /app asks once more. */
export function forgetFailedCheck() {
  if (session.status === 'signed-out') change({ status: 'unknown' })
}

async function check() {
  let problem: unknown
  void showKept()
  for (const waitMs of [...waitsMs, 0]) {
    try {
      return await askWhoWeAre()
    } catch (error) {
      problem = error
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  await giveUp(problem)
}

/** Shows the stored card while the server is asked. An ended session has stored none. */
async function showKept() {
  const generation = await readGeneration()
  const [isLeaving, card] = await Promise.all([readKept(leavingName), readKept(cardName)])
  const isCurrent = (await readGeneration()) === generation
  if (session.status !== 'unknown' || isLeaving || !isCurrent || !isCard(card)) return
  change({ status: 'unknown', card })
}

/**
 * Asks for the session until the answer is current: one requested before a session began or ended,
 * in any tab, is asked for again. Throws where the server was not reached or the answer is invalid.
 */
async function askWhoWeAre(): Promise<void> {
  for (;;) {
    // Read first, because a sign-out from here on changes the generation.
    const generation = await readGeneration()
    if (await readKept(leavingName)) await leave()
    const profile = await readProfile()
    if (profile === null) {
      if (await endSession(generation)) return
      continue
    }
    joinGeneration(generation)
    if (!(await remember(profile))) continue
    change({ status: 'signed-in', profile })
    return
  }
}

/** Returns the profile, or null for a signed-out user. */
async function readProfile(): Promise<Profile | null> {
  try {
    return await readAnswer(await send(getSession.path), shapeOf(getSession))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Shows the stored card only without a network, never for a failing server
 * (docs/product.md#offline).
 */
async function giveUp(problem: unknown) {
  if (await readKept(leavingName)) return close('left')
  if (!isUnreached(problem)) return close('unchecked')
  const generation = await readGeneration()
  joinGeneration(generation)
  const card = await readKept(cardName)
  // Another tab may have signed out while this one read.
  if (joinedGeneration() === generation && isCard(card)) change({ status: 'offline', card })
  else close('unchecked')
}

/** Whether a call got no answer: fetch throws a TypeError then. */
export function isUnreached(problem: unknown): boolean {
  return problem instanceof TypeError
}

onUnauthenticated(() => {
  const generation = joinedGeneration()
  // A check under way handles the 401 itself.
  if (checking || generation === undefined) return
  void endSession(generation).then((isEnded) => {
    // Another tab signed in or out since, so the session is asked for again.
    if (!isEnded) void checkSession()
  })
})

/** Checks the session of a page that Back restores with its memory, because it may have ended. */
export function watchRestored(page: EventTarget) {
  page.addEventListener('pageshow', (event) => {
    const isShown = session.status === 'signed-in' || session.status === 'offline'
    if (!('persisted' in event && event.persisted) || !(isShown || checking)) return
    // The answer of a check under way may be older than the time in the cache.
    void Promise.resolve(checking).finally(checkSession)
  })
}
if (typeof window !== 'undefined') watchRestored(window)

channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  const generation = joinedGeneration()
  if (event.data === 'signed-out' && generation !== undefined) {
    clearTab()
    // The other tab erased the shared data; this erases the memory of this tab.
    void nextGeneration({}, generation)
    close('ended')
  }
  // The card on the screen is removed with the stored one.
  if (event.data === 'signed-out' && session.status === 'unknown') change({ status: 'unknown' })
  if (event.data === 'signed-in') void checkSession()
})

/**
 * Defines the card that opens without a network: no phone, no name (docs/product.md#offline). It must not
 * show more than a closed passport would. `date` is when it was last shown, ISO 8601.
 */
export type RememberedCard = {
  id: string
  kg: number
  leagues: { eco: League; offset: League }
  /** ISO code. */
  country: string
  /** Eco score. */
  score: number
  date: string
}

/** Name of the card in the browser's store (browser-store.ts). */
const cardName = 'card'

/** Returns the card of a profile. `seenAt` is the server's clock in ms since 1970. */
export function cardOf(profile: Profile, seenAt: number): RememberedCard {
  const { id, total_offsets: kg, eco_league: eco, offset_league: offset } = profile
  const { country, eco_score: score } = profile
  return { id, kg, leagues: { eco, offset }, country, score, date: new Date(seenAt).toISOString() }
}

/** Returns the data for the card's drawing. */
export function cardDataOf({ id, kg, leagues, country, score }: RememberedCard) {
  const standing = { eco_league: leagues.eco, offset_league: leagues.offset, eco_score: score }
  return { id, total_offsets: kg, country, ...standing }
}

/** Whether a stored value, perhaps from an older build, is a card. */
export function isCard(value: unknown): value is RememberedCard {
  return typeof value === 'object' && value !== null && 'country' in value && 'date' in value
}
