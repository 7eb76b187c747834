// Finds the reached achievements that this browser has not celebrated yet. It keeps only codes, for
// one passport, until the sign-out.
import { useEffect, useState } from 'react'
import { serverNow } from '#web/api/api.ts'
import { keep, readKept, stampsName } from '#web/storage/browser-store.ts'
import type { Achievement } from '../achievements-calls.ts'

/** In a browser without a record, an achievement older than this is not celebrated. */
const newsMs = 24 * 60 * 60 * 1000

type Seen = { readonly passportId: string; readonly codes: readonly string[] }
type Reached = Pick<Achievement, 'code' | 'progressPct' | 'reached_at'>

function isSeen(value: unknown): value is Seen {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'codes' in value
}

/** Returns the codes to celebrate, from those reached now and those shown before. Pure. */
export function freshCodes(all: readonly Reached[], seen: Seen | undefined, now: number): string[] {
  return all
    .filter(({ progressPct }) => progressPct >= 100)
    .filter(({ code, reached_at }) => {
      if (seen) return !seen.codes.includes(code)
      return reached_at !== null && now - Date.parse(reached_at) < newsMs
    })
    .map(({ code }) => code)
}

/** Returns the codes to press onto the page now; they stay fresh while the page is shown. */
export function useFreshStamps(passportId: string, all: readonly Achievement[]): readonly string[] {
  const [fresh, setFresh] = useState<readonly string[]>([])
  const reached = all.filter(({ progressPct }) => progressPct >= 100).map(({ code }) => code)
  const key = reached.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again only when more codes are reached
  useEffect(() => {
    let isOver = false
    void readKept(stampsName).then((value) => {
      if (isOver) return
      const seen = isSeen(value) && value.passportId === passportId ? value : undefined
      const now = freshCodes(all, seen, serverNow())
      if (now.length > 0) setFresh((before) => [...before, ...now])
      void keep(stampsName, {
        passportId,
        codes: [...new Set([...(seen?.codes ?? []), ...reached])],
      })
    })
    return () => {
      isOver = true
    }
  }, [passportId, key])
  return fresh
}
