// Reloads a page automatically after a newer build removed its code: once per build and tab, and only
// if the server is reachable.
import { useEffect, useState } from 'react'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'

const reloadedName = 'carbon-passport:reloaded'
/** Time in ms after which a server that does not answer counts as unreachable. */
const silenceMs = 5_000

/** Fetches the server's current HTML of /app. Undefined if the server is unreachable. */
export async function readDocument(): Promise<string | undefined> {
  try {
    const answer = await fetch(paths.home, {
      cache: 'no-store',
      signal: AbortSignal.timeout?.(silenceMs) ?? null,
    })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/**
 * Records a reload of this build (the name of this script identifies it) in the tab's storage. Returns
 * true the first time, and false without storage.
 */
function recordReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(reloadedName) !== import.meta.url
    sessionStorage.setItem(reloadedName, import.meta.url)
    return isFirst
  } catch {
    return false
  }
}

/** Reloads the page after a MissingPartError. True until it is decided whether the page reloads. */
export function useReloadOnce(error: unknown): boolean {
  const [isUndecided, setUndecided] = useState(error instanceof MissingPartError)
  useEffect(() => {
    if (!isUndecided) return
    void readDocument().then((html) => {
      if (html !== undefined && recordReload()) location.reload()
      else setUndecided(false)
    })
  }, [isUndecided])
  return isUndecided
}
