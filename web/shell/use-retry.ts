// What Retry does inside the frame of /app: what failed is drawn again, and what is missing asked for
// again; what will not come any more, since there is a newer build, comes by a reload.
import { useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { renewMissingParts } from '#web/api/missing-parts.ts'
import { readDocument } from './reload-once.ts'

/** Some browsers never ask twice for a script that did not come: the second time only a reload helps. */
async function isReloadNeeded(error: MissingPartError): Promise<boolean> {
  const found = await readDocument()
  if (found === undefined) return false
  return error.times > 1 || !found.includes(ownScript())
}

/** The script that this document began with: each build has its own. */
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

/** Of every boundary in the frame: another page, or a dialog opened anew, ends a failure too. */
export const onReset = () => void renewMissingParts()
