// Offers passkeys in the autofill of the landing page's phone number. A browser runs one request for a passkey
// at a time, so the offer ends with the page. It does nothing where browser or host have no passkeys.
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { agreedTerms, rememberAgreement } from '#features/legal/web/agreed-terms.ts'
import { checkedProfile, openSession } from '#features/people/web/session/session.ts'
import { ApiError, isUnreached, readAnswer, send } from '#web/api/api.ts'
import { shapeOf } from '#web/api/shape.ts'
import { texts } from '#web/texts.ts'
import { getRequestOptions, signInWithPasskey } from '../passkeys-calls.ts'
import { isNamedHost } from './named-host.ts'

/** Share of its life after which a challenge is replaced. */
const renewalShare = 0.8
/** Maximum number of failed attempts. Some browsers refuse each request at once. */
const failuresMax = 5

type Chosen = Awaited<ReturnType<typeof startAuthentication>>

type Offer = {
  /** Receives the error message of a passkey. */
  readonly onProblem: (text: string | undefined) => void
  /** Asks the user to agree to the current terms. Resolves to false if they do not. */
  readonly askForAgreement: () => Promise<boolean>
}

/** Offers passkeys until a user signs in or `left` is aborted. */
export async function offerPasskeys(
  left: AbortSignal,
  { onProblem, askForAgreement }: Offer,
): Promise<void> {
  if (left.aborted || !isNamedHost() || !(await browserSupportsWebAuthnAutofill())) return
  left.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  for (let failures = 0; failures < failuresMax && !left.aborted; ) {
    const chosen = await choosePasskey(left)
    if (chosen === 'renewed') continue
    failures += 1
    if (chosen === undefined) continue
    onProblem(undefined)
    const problem = await signIn(chosen, agreedTerms(), askForAgreement)
    if (problem === undefined) return
    onProblem(problem)
  }
}

/**
 * Resolves to the passkey that the user chooses. Resolves to `renewed` when the challenge must be replaced, and
 * to undefined when the user or the browser ends the request.
 */
async function choosePasskey(left: AbortSignal): Promise<Chosen | 'renewed' | undefined> {
  const answer = await send(getRequestOptions.path, { method: getRequestOptions.method })
  const optionsJSON = await readAnswer(answer, shapeOf(getRequestOptions))
  if (left.aborted) return undefined
  let isRenewed = false
  const timer = setTimeout(() => {
    isRenewed = true
    WebAuthnAbortService.cancelCeremony()
  }, optionsJSON.timeout * renewalShare)
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch {
    if (!isRenewed) return undefined
    await untilVisible()
    return 'renewed'
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Signs in. Returns the error message, or undefined once the session is open. If the terms have changed, the user is
 * asked to agree, and the same passkey is sent again.
 */
async function signIn(
  credential: Chosen,
  terms: string | undefined,
  askForAgreement: Offer['askForAgreement'],
): Promise<string | undefined> {
  try {
    const answer = await send(signInWithPasskey.path, {
      method: signInWithPasskey.method,
      rawBody: JSON.stringify({ credential, ...(terms && { terms_version: terms }) }),
    })
    const { user, terminal } = await readAnswer(answer, shapeOf(signInWithPasskey))
    if (terms !== undefined) rememberAgreement(terms)
    await openSession(user, terminal)
    return undefined
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'unknown_terms') return signIn(credential, undefined, askForAgreement)
    if (error instanceof ApiError && code === 'terms_changed') {
      const isAgreed = await askForAgreement()
      return isAgreed
        ? signIn(credential, String(error.body.terms_version), askForAgreement)
        : texts.sign_in_terms_needed()
    }
    const isRefused = error instanceof ApiError && error.status < 500
    // A lost response may have opened the session.
    if (!isRefused && (await checkedProfile()) !== undefined) return undefined
    return isUnreached(error) ? texts.common_no_connection() : texts.sign_in_passkey_refused()
  }
}

/** Waits while the page is hidden, so that a page in the background sends no requests. */
async function untilVisible(): Promise<void> {
  if (!document.hidden) return
  await new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true })
  })
}
