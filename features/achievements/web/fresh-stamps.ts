// Finds the reached achievements whose stamp this browser has not animated yet. The browser stores the
// codes of one passport until the sign-out.
import { useEffect, useState } from 'react'
import { serverNow } from '#web/api/api.ts'
import { keep, readKept, stampsName } from '#web/storage/browser-store.ts'
import type { Achievement } from '../achievements-calls.ts'

/** In a browser without stored codes, an achievement older than this has no animation. */
const newsMs = 24 * 60 * 60 * 1000

type Seen = { readonly passportId: string; readonly codes: readonly string[] }
type Reached = Pick<Achievement, 'code' | 'progressPct' | 'reached_at'>

function isSeen(value: unknown): value is Seen {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'codes' in value
}

/** Returns the codes of reached achievements that are not in `seen`, or that are recent without it. Pure. */
export function freshCodes(all: readonly Reached[], seen: Seen | undefined, now: number): string[] {
  return all
    .filter(({ progressPct }) => progressPct >= 100)
    .filter(({ code, reached_at }) => {
      if (seen) return !seen.codes.includes(code)
      return reached_at !== null && now - Date.parse(reached_at) < newsMs
    })
    .map(({ code }) => code)
}

/** Returns the codes whose stamps are animated, and stores them. They stay the same until the page closes. */
export function useFreshStamps(passportId: string, all: readonly Achievement[]): readonly string[] {
  const [fresh, setFresh] = useState<readonly string[]>([])
  const reached = all.filter(({ progressPct }) => progressPct >= 100).map(({ code }) => code)
  const key = reached.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again only when more codes are reached
  useEffect(() => {
    let isUnmounted = false
    void readKept(stampsName).then((value) => {
      if (isUnmounted) return
      const seen = isSeen(value) && value.passportId === passportId ? value : undefined
      const codes = freshCodes(all, seen, serverNow())
      if (codes.length > 0) setFresh((previous) => [...previous, ...codes])
      void keep(stampsName, {
        passportId,
        codes: [...new Set([...(seen?.codes ?? []), ...reached])],
      })
    })
    return () => {
      isUnmounted = true
    }
  }, [passportId, key])
  return fresh
}
