// Holds the state of the session, which all tabs share: unknown, signed in, offline with a stored card, or
// signed out. It must not keep a profile after a 401. It erases stored data before the page shows that the
// user is signed out (docs/product.md#session-check-on-the-screen).
import { useSyncExternalStore } from 'react'
import { cardOf, type ShownCard } from '#values/shown-card.ts'
import { pendingMark, signOutMark } from '#values/sign-out-mark.ts'
import {
  ApiError,
  isUnreached,
  onUnauthenticated,
  readAnswer,
  send,
  serverNow,
} from '#web/api/api.ts'
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

/** Reason of the signed-out state: by choice, after a deletion, by a 401, or because the check failed. */
export type SignedOutReason = 'left' | 'deleted' | 'ended' | 'unchecked'

export type Session =
  /** The session is being checked. `card` is the stored card, which is shown meanwhile. */
  | { status: 'unknown'; card?: RememberedCard }
  | { status: 'signed-in'; profile: Profile }
  | { status: 'offline'; card: RememberedCard }
  | { status: 'signed-out'; reason: SignedOutReason }

/**
 * Name, in the browser's store, of the mark of a sign-out that has not reached the server. The sign-out is
 * sent before the next check of the session.
 */
const pendingSignOutName = 'leaving'
const retryWaitsMs = [1000, 3000] as const
const listeners = new Set<() => void>()
const channel = openChannel()

/** Returns undefined where the browser has no channel, or throws because it blocks all cookies. */
function openChannel(): BroadcastChannel | undefined {
  // Absent while prerendering, because an open channel would keep the build from ending.
  if (import.meta.env.SSR) return undefined
  try {
    return new BroadcastChannel('carbon-passport')
  } catch {
    return undefined
  }
}

let session: Session = { status: 'unknown' }

function setSession(next: Session) {
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

/** Shows a user's pages without a check, to the code that draws documents (web/app/draw-page.tsx). */
export function showProfile(profile: Profile) {
  setSession({ status: 'signed-in', profile })
}

/** Stores the card. Resolves to false if this tab's session has meanwhile ended, in this or another tab. */
function storeCard(profile: Profile): Promise<boolean> {
  const date = new Date(serverNow()).toISOString()
  return keep(cardName, { ...cardOf(profile), date } satisfies RememberedCard)
}

/**
 * Replaces the profile by that of a response, for example after a purchase. Ignores the profile of another
 * user, and any profile after the sign-out.
 */
export function updateProfile(profile: Profile) {
  if (session.status !== 'signed-in' || session.profile.id !== profile.id) return
  void storeCard(profile)
  setSession({ status: 'signed-in', profile })
}

/** Opens a session after a correct code: erases the previous session's data, and notifies all tabs. */
export async function openSession(profile: Profile, terminal: IssuedTerminal) {
  joinGeneration(await nextGeneration())
  // If the key cannot be imported, the first signed call fails with that problem.
  await Promise.all([keepTerminal(terminal).catch(() => undefined), storeCard(profile)])
  setSession({ status: 'signed-in', profile })
  channel?.postMessage('signed-in')
}

/** Erases this tab's open purchases and claims, with their receivers. The server then draws no card. */
function clearTabStorage(mark: string = signOutMark) {
  try {
    window.sessionStorage.clear()
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = mark
  } catch {
    // A browser without storage has stored none.
  }
}

function setSignedOut(reason: SignedOutReason) {
  joinGeneration(undefined)
  setSession({ status: 'signed-out', reason })
}

/** Milliseconds to wait for the server at a sign-out. After that, the next visit sends it again. */
const signOutWaitMs = 8_000

/**
 * Signs out: erases all stored data, ends the session at the server, then changes the page. If the server
 * cannot be reached, the next visit sends the sign-out.
 */
export function signOut() {
  return signOutBecause('left')
}

export function signOutAfterDeletion() {
  return signOutBecause('deleted')
}

async function signOutBecause(reason: SignedOutReason) {
  // This prevents running operations of this tab from storing more data.
  joinGeneration(undefined)
  clearTabStorage(signOutMark.replace('1', '2'))
  await nextGeneration({ [pendingSignOutName]: true })
  channel?.postMessage('signed-out')
  const timeout = new Promise((resolve) => setTimeout(resolve, signOutWaitMs))
  await Promise.race([sendSignOut().catch(() => undefined), timeout])
  setSignedOut(reason)
}

/** Returns true if a sign-out has not reached the server, also in a browser whose store fails. */
const isSignOutPending = async (): Promise<unknown> =>
  document.cookie.includes(pendingMark) || readKept(pendingSignOutName)

async function sendSignOut() {
  await send(logOut.path, { method: logOut.method })
  await forget(pendingSignOutName)
}

/**
 * Erases the session's data, notifies other tabs, and shows the signed-out state. Resolves to false, without
 * any effect, if another tab has already ended `generation`.
 */
async function endSession(generation: number): Promise<boolean> {
  if ((await nextGeneration({}, generation)) === undefined) return false
  clearTabStorage()
  channel?.postMessage('signed-out')
  setSignedOut('ended')
  return true
}

let checking: Promise<void> | undefined

/**
 * Checks the session at the server. After a 401 the user is signed out. After three failures within about 5 s
 * the stored card is shown without a network, otherwise the check has failed.
 */
export function checkSession(): Promise<void> {
  checking ??= check().finally(() => {
    checking = undefined
  })
  return checking
}

/** Checks the session again. Returns the profile, or undefined unless the check shows a signed-in user. */
export async function checkedProfile(): Promise<Profile | undefined> {
  await checkSession()
  return session.status === 'signed-in' ? session.profile : undefined
}

/** Resets the signed-out state to unknown, so that /app checks the session again. */
export function forgetFailedCheck() {
  if (session.status === 'signed-out') setSession({ status: 'unknown' })
}

async function check() {
  let problem: unknown
  void showStoredCard()
  for (const waitMs of [...retryWaitsMs, 0]) {
    try {
      return await readCurrentSession()
    } catch (error) {
      problem = error
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  await showFailedCheck(problem)
}

/** Shows the stored card during the check, unless the session has ended or a sign-out is pending. */
async function showStoredCard() {
  const generation = await readGeneration()
  const [isLeaving, card] = await Promise.all([isSignOutPending(), readKept(cardName)])
  const isCurrent = (await readGeneration()) === generation
  if (session.status !== 'unknown' || isLeaving || !isCurrent || !isCard(card)) return
  setSession({ status: 'unknown', card })
}

/**
 * Reads the session from the server. Repeats if a session began or ended meanwhile in any tab, because the
 * response is then outdated. Throws if the server cannot be reached or the response is invalid.
 */
async function readCurrentSession(): Promise<void> {
  for (;;) {
    // This must come first, because a sign-out in another tab changes the generation.
    const generation = await readGeneration()
    if (await isSignOutPending()) await sendSignOut()
    const profile = await readProfile()
    if (profile === null) {
      if (await endSession(generation)) return
      continue
    }
    joinGeneration(generation)
    if (!(await storeCard(profile))) continue
    setSession({ status: 'signed-in', profile })
    return
  }
}

/** Reads the profile from the server, or null if the user is signed out. */
async function readProfile(): Promise<Profile | null> {
  try {
    return await readAnswer(await send(getSession.path), shapeOf(getSession))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Sets the state after a failed check. It shows the stored card only without a network, never if the server
 * fails (docs/product.md#offline).
 */
async function showFailedCheck(problem: unknown) {
  if (await isSignOutPending()) return setSignedOut('left')
  if (!isUnreached(problem)) return setSignedOut('unchecked')
  const generation = await readGeneration()
  joinGeneration(generation)
  const card = await readKept(cardName)
  // Another tab may have signed out while this one read.
  if (joinedGeneration() === generation && isCard(card)) setSession({ status: 'offline', card })
  else setSignedOut('unchecked')
}

onUnauthenticated(() => {
  const generation = joinedGeneration()
  // A running check handles the 401 itself.
  if (checking || generation === undefined) return
  void endSession(generation).then((isEnded) => {
    // Another tab has signed in or out, so the session is checked again.
    if (!isEnded) void checkSession()
  })
})

/** Checks the session when the browser restores a page from its back-forward cache. */
export function watchRestored(page: EventTarget) {
  page.addEventListener('pageshow', (event) => {
    const isShown = session.status === 'signed-in' || session.status === 'offline'
    if (!('persisted' in event && event.persisted) || !(isShown || checking)) return
    // The response of a running check may be from before the page went into the cache.
    void Promise.resolve(checking).finally(checkSession)
  })
}
if (typeof window !== 'undefined') watchRestored(window)

channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  const generation = joinedGeneration()
  if (event.data === 'signed-out' && generation !== undefined) {
    clearTabStorage()
    // The other tab has erased the shared data. This erases the data that this tab holds in memory.
    void nextGeneration({}, generation)
    setSignedOut('ended')
  }
  // This removes the card from the screen.
  if (event.data === 'signed-out' && session.status === 'unknown') setSession({ status: 'unknown' })
  if (event.data === 'signed-in') void checkSession()
})

/**
 * The card that is shown without a network (docs/product.md#offline). `date` is the time of the last update,
 * in ISO 8601.
 */
export type RememberedCard = ShownCard & { readonly date: string }

/** Name of the card in the browser's store (browser-store.ts). */
const cardName = 'card'

/** Returns true if a stored value, perhaps from an older build, is a card. */
export function isCard(value: unknown): value is RememberedCard {
  return typeof value === 'object' && value !== null && 'country' in value && 'date' in value
}
