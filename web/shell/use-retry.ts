// Implements Retry in /app: it renders the failed part again, loads missing code, and reloads the page
// if a newer build removed that code.

import { useLayoutEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { renewMissingParts } from '#web/api/missing-parts.ts'
import { readDocument } from './reload-once.ts'

/**
 * Returns whether Retry must reload the page: the part's code failed to load twice (some browsers never
 * request a failed script again), or the server has a newer build. False if the server is unreachable.
 */
async function isReloadNeeded(error: MissingPartError): Promise<boolean> {
  const html = await readDocument()
  if (html === undefined) return false
  return error.times > 1 || !html.includes(ownScript())
}

/** Returns the path of this document's first script, which identifies the build. */
function ownScript(): string {
  const landing = document.querySelector<HTMLLinkElement>('#code')?.href
  const other = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  return new URL(landing ?? other ?? '', location.href).pathname
}

export function useRetry({ error, resetErrorBoundary }: FallbackProps) {
  const [isBusy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    if (error instanceof MissingPartError && (await isReloadNeeded(error))) {
      location.reload()
      return
    }
    await renewMissingParts()
    resetErrorBoundary()
  }
  return { isBusy, retry: () => void retry() }
}

/**
 * Renews missing parts when an error boundary resets. Every boundary uses it: navigation, and a dialog
 * that opens again, reset a boundary without Retry.
 */
export const onReset = () => void renewMissingParts()

/** Maximum number of repeated renderings per document; after it a failed part shows its error. */
const timesMax = 5
let times = 0

/**
 * Renders a part again after a browser's translator or an extension moved its nodes: React then throws
 * a NotFoundError. State outside the part is kept. Returns true if the part is rendered again.
 */
export function useRedrawn({ error, resetErrorBoundary }: FallbackProps): boolean {
  const [isRepeated] = useState(() => {
    const isSwapped = error instanceof Object && 'name' in error && error.name === 'NotFoundError'
    if (isSwapped) times += 1
    return isSwapped && times <= timesMax
  })
  // Runs before the paint, so the gap is never seen.
  useLayoutEffect(() => {
    if (isRepeated) resetErrorBoundary()
  }, [isRepeated, resetErrorBoundary])
  return isRepeated
}
