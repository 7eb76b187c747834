// Reloads a page automatically if its code is missing because of a newer build. It does so once per build and
// tab, and only if the server can be reached.
import { useEffect, useState } from 'react'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'

const reloadedName = 'carbon-passport:reloaded'
/** Milliseconds after which a server without a response counts as unreachable. */
const timeoutMs = 5_000

/** Fetches the server's current HTML of /app, or returns undefined if the server cannot be reached. */
export async function readDocument(): Promise<string | undefined> {
  try {
    const answer = await fetch(paths.home, {
      cache: 'no-store',
      signal: AbortSignal.timeout?.(timeoutMs) ?? null,
    })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/**
 * Records a reload of this build, which this script's URL identifies, in the tab's storage. Returns true the
 * first time, and false without storage.
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

/** Reloads the page once after a MissingPartError. Returns true until it is decided whether to reload. */
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
