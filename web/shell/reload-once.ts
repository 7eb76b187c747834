// Reloads a page once by itself after a newer build removed its code. It never reloads repeatedly,
// nor while the server is unreachable.
import { useEffect, useState } from 'react'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'

const reloadedName = 'carbon-passport:reloaded'
/** Time, ms, after which a silent server counts as unreachable. */
const silenceMs = 5_000

/** The present build of /app, or undefined if the server is unreachable. */
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

/** Once per build and tab (the name of this script identifies the build). */
function mayReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(reloadedName) !== import.meta.url
    sessionStorage.setItem(reloadedName, import.meta.url)
    return isFirst
  } catch {
    return false
  }
}

/** True while it is not yet known whether the page will reload. */
export function useReloadOnce(error: unknown): boolean {
  const [isUndecided, setUndecided] = useState(error instanceof MissingPartError)
  useEffect(() => {
    if (!isUndecided) return
    void readDocument().then((found) => {
      if (found !== undefined && mayReload()) location.reload()
      else setUndecided(false)
    })
  }, [isUndecided])
  return isUndecided
}
