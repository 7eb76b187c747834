// Implements Retry in /app: renders the failed part again, loads missing code, and reloads the page if a
// newer build has removed that code. It also runs when the connection returns.

import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { renewMissingParts } from '#web/api/missing-parts.ts'
import { readDocument } from './reload-once.ts'

/**
 * Returns true if Retry must reload the page: the part's code failed to load twice (some browsers never
 * request a failed script again), or the server has a newer build. Returns false if the server cannot be
 * reached.
 */
async function isReloadNeeded(error: MissingPartError): Promise<boolean> {
  const html = await readDocument()
  if (html === undefined) return false
  return error.failures > 1 || !html.includes(ownScript())
}

/** Returns the path of this document's first script, which identifies the build. */
function ownScript(): string {
  const landing = document.querySelector<HTMLLinkElement>('#code')?.href
  const other = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  return new URL(landing ?? other ?? '', location.href).pathname
}

/** Returns the function of a Retry button, and whether it is running. */
export function useRetry({ error, resetErrorBoundary }: FallbackProps) {
  const [isBusy, setBusy] = useState(false)
  const [isOffline] = useState(() => error instanceof MissingPartError && !navigator.onLine)
  async function retry() {
    setBusy(true)
    if (error instanceof MissingPartError && (await isReloadNeeded(error))) {
      location.reload()
      return
    }
    await renewMissingParts()
    resetErrorBoundary()
  }
  const repeat = useEffectEvent(() => void retry())
  useEffect(() => {
    if (!isOffline) return
    const onOnline = () => repeat()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isOffline])
  return { isBusy, isOffline, retry: () => void retry() }
}

/**
 * Renews missing parts when an error boundary resets. Every boundary uses it, because a navigation or a
 * dialog that opens again resets a boundary without Retry.
 */
export const onReset = () => void renewMissingParts()

/** Maximum number of repeated renderings per document. After that, a failed part shows its error. */
const repeatsMax = 5
let repeats = 0

/**
 * Renders a part again if React threw a NotFoundError, because a browser's translator or an extension had
 * moved the part's nodes. State outside the part is kept. Returns true if the part is rendered again.
 */
export function useRedrawn({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isRepeated] = useState(() => {
    const isNotFoundError =
      error instanceof Object && 'name' in error && error.name === 'NotFoundError'
    if (isNotFoundError) repeats += 1
    return isNotFoundError && repeats <= repeatsMax
  })
  // This runs before the paint, so that the user does not see the gap.
  useLayoutEffect(() => {
    if (isRepeated) resetErrorBoundary()
  }, [isRepeated, resetErrorBoundary])
  return isRepeated
}
