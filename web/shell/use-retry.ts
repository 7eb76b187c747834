// Implements Retry inside the frame of /app: it draws the failed part again, loads missing code,
// and reloads the page if a newer build removed that code.
import { useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { renewMissingParts } from '#web/api/missing-parts.ts'
import { readDocument } from './reload-once.ts'

/** Some browsers never request a failed script again; then only a reload helps. */
async function isReloadNeeded(error: MissingPartError): Promise<boolean> {
  const found = await readDocument()
  if (found === undefined) return false
  return error.times > 1 || !found.includes(ownScript())
}

/** The first script of this document identifies its build. */
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

/** The reset handler of every boundary: a new page, or a dialog that opens again, resets it too. */
export const onReset = () => void renewMissingParts()
