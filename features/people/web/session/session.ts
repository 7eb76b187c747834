// Holds who is signed in, in this tab and all others: unknown, a profile, offline with a kept card, or no
// user. It must not keep a profile after a 401, and what this browser keeps is erased before the page shows
// a signed-out user (docs/product.md#session-check-on-the-screen).
import { useSyncExternalStore } from 'react'
import type { Profile, TerminalReply } from '#features/people/contract.ts'
import { ApiError, getJson, onUnauthenticated, send, serverNow } from '#web/api/api.ts'
import {
  forget,
  joinedGeneration,
  joinGeneration,
  keep,
  nextGeneration,
  readGeneration,
  readKept,
} from '#web/storage/browser-store.ts'
import { profileShape } from '../answer-shapes.ts'
import { cardName, cardOf, isCard, type RememberedCard } from './remembered-card.ts'
import { keepTerminal } from './terminal.ts'

/** Why nobody is signed in: on purpose, by a 401, or because the check itself failed. */
export type SignedOutReason = 'left' | 'ended' | 'unchecked'

export type Session =
  /** `card`: what this browser kept, to be looked at while the server is asked. */
  | { status: 'unknown'; card?: RememberedCard }
  | { status: 'signed-in'; profile: Profile }
  | { status: 'offline'; card: RememberedCard }
  | { status: 'signed-out'; reason: SignedOutReason }

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

/** Resolves to false where the session that this tab is in has ended meanwhile, in any tab. */
function remember(profile: Profile): Promise<boolean> {
  return keep(cardName, cardOf(profile, serverNow()))
}

/**
 * Takes in a profile that an answer brought, e.g. after a purchase. One that comes after the
 * sign-out, or belongs to somebody else than who is signed in now, is too late and changes
 * nothing.
 */
export function updateProfile(profile: Profile) {
  if (session.status !== 'signed-in' || session.profile.id !== profile.id) return
  void remember(profile)
  change({ status: 'signed-in', profile })
}

/** After the code was right: nothing of a former session stays, and every tab hears of this one. */
export async function openSession(profile: Profile, terminal: TerminalReply) {
  joinGeneration(await nextGeneration())
  // Where no key can be imported, the first signed call says so.
  await Promise.all([keepTerminal(terminal).catch(() => undefined), remember(profile)])
  change({ status: 'signed-in', profile })
  channel?.postMessage('signed-in')
}

/** Purchases and claims under way, with whom they are for. */
function clearTab() {
  try {
    window.sessionStorage.clear()
  } catch {
    // A browser without storage kept none.
  }
}

function close(reason: SignedOutReason) {
  joinGeneration(undefined)
  change({ status: 'signed-out', reason })
}

/** A server that says nothing is told at the next visit. */
const leaveWaitMs = 8_000

/**
 * Signs out: all that is kept is erased, then the server ends the session, and only then does the
 * page change. Where the server is not reached, it is told at the next visit.
 */
export async function signOut() {
  // What is still under way in this tab is kept no more.
  joinGeneration(undefined)
  clearTab()
  await nextGeneration({ [leavingName]: true })
  channel?.postMessage('signed-out')
  const waited = new Promise((resolve) => setTimeout(resolve, leaveWaitMs))
  await Promise.race([leave().catch(() => undefined), waited])
  close('left')
}

async function leave() {
  await send('/api/auth/logout', { method: 'POST' })
  await forget(leavingName)
}

/** Erases what is kept of `generation`. Resolves to false where another tab ended it before. */
async function endSession(generation: number): Promise<boolean> {
  if ((await nextGeneration({}, generation)) === undefined) return false
  clearTab()
  channel?.postMessage('signed-out')
  close('ended')
  return true
}

let checking: Promise<void> | undefined

/** Asks the server who we are: a 401, or three failed tries within about 5 s, is a failed check. */
export function checkSession(): Promise<void> {
  checking ??= check().finally(() => {
    checking = undefined
  })
  return checking
}

/** Asks anew who is signed in; undefined where nobody is, or nobody knows. */
export async function checkedProfile(): Promise<Profile | undefined> {
  await checkSession()
  return session.status === 'signed-in' ? session.profile : undefined
}

/** After a check that failed: who we are is unknown again, so that /app asks once more. */
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

/** Nothing is kept of a session that ended here, so nothing of one is ever shown. */
async function showKept() {
  const generation = await readGeneration()
  const [isLeaving, card] = await Promise.all([readKept(leavingName), readKept(cardName)])
  const isCurrent = (await readGeneration()) === generation
  if (session.status !== 'unknown' || isLeaving || !isCurrent || !isCard(card)) return
  change({ status: 'unknown', card })
}

/**
 * An answer to what was asked before a session began or ended, here or in another tab, tells
 * nothing about now: it is asked again. Throws where the server was not reached or makes no sense.
 */
async function askWhoWeAre(): Promise<void> {
  for (;;) {
    // In this order: whoever signs out after the first line changes the generation.
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

/** Null where nobody is signed in. */
async function readProfile(): Promise<Profile | null> {
  try {
    return await getJson('/api/auth/me', profileShape)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * The kept card replaces the network alone, never a server that fails (docs/product.md#offline).
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

/** Whether a call came to no answer at all: fetch says so with a TypeError. */
export function isUnreached(problem: unknown): boolean {
  return problem instanceof TypeError
}

onUnauthenticated(() => {
  const generation = joinedGeneration()
  // A check under way hears the 401 itself.
  if (checking || generation === undefined) return
  void endSession(generation).then((isEnded) => {
    // Another tab signed in or out since: who this tab belongs to now is asked anew.
    if (!isEnded) void checkSession()
  })
})

channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  const generation = joinedGeneration()
  if (event.data === 'signed-out' && generation !== undefined) {
    clearTab()
    // The other tab erased what is shared; this erases what stands in this tab's memory alone.
    void nextGeneration({}, generation)
    close('ended')
  }
  // What is painted of a kept card goes with it.
  if (event.data === 'signed-out' && session.status === 'unknown') change({ status: 'unknown' })
  if (event.data === 'signed-in') void checkSession()
})
