// The one reload that nobody has to ask for, where the code of a page is gone since a newer build. It must
// never reload without end, nor where the server cannot be reached: then an open page is all there is.
import { useEffect, useState } from 'react'
import { MissingPartError } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'

const reloadedName = 'carbon-passport:reloaded'
/** Who is silent for so long, ms, is not there. */
const silenceMs = 5_000

/** What /app is made of now, or undefined where nothing was reached. */
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

/** Once for each build in a tab (the name of this file's script is the build's own). */
function mayReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(reloadedName) !== import.meta.url
    sessionStorage.setItem(reloadedName, import.meta.url)
    return isFirst
  } catch {
    return false
  }
}

/** True while it is not known yet whether the page reloads by itself. */
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
