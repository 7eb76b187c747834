// Loads the user's offset activity without token ids, newest first. Each page's Link header has the address
// of the next page, which is loaded on request.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { isTimeZone } from '#values/text/time-zone.ts'
import { readAnswer, send, serverNow } from '#web/api/api.ts'
import { addressOfCall } from '#web/api/ask.ts'
import { shapeOf } from '#web/api/shape.ts'

/**
 * Returns the path of the first page with the user's time zone, in which the server sums up the months.
 * UTC replaces an invalid zone, such as Chromium's Etc/Unknown.
 */
function firstPath(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const time_zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  return addressOfCall(listActivity, { query: { tokens: 'none', time_zone } })
}

/** Returns the milliseconds, at least 3,000, until the next reservation expires; false without one. */
function nextExpiryMs(entries: readonly ActivityEntry[]): number | false {
  const expiries = entries.flatMap(({ expires_at }) => (expires_at ? [Date.parse(expires_at)] : []))
  return expiries.length === 0 ? false : Math.max(3_000, Math.min(...expiries) - serverNow())
}

const firstPage: string | null = null

/** One page of entries. `nextPath` is the path of the next page, or null. */
export type ActivityPage = { readonly entries: ActivityEntry[]; readonly nextPath: string | null }

async function readPage(path: string, signal: AbortSignal): Promise<ActivityPage> {
  const response = await send(path, { signal })
  const entries = await readAnswer(response, shapeOf(listActivity))
  return { entries, nextPath: nextPathOf(response.headers.get('link')) }
}

export function useActivity() {
  const query = useInfiniteQuery({
    queryKey: [listActivity.id],
    // The time zone is read at each request, because on a phone reading it takes as long as a rendering.
    queryFn: ({ pageParam, signal }) => readPage(pageParam ?? firstPath(), signal),
    initialPageParam: firstPage,
    getNextPageParam: (page: ActivityPage) => page.nextPath,
    refetchInterval: ({ state }) =>
      nextExpiryMs(state.data?.pages.flatMap((page) => page.entries) ?? []),
  })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return { ...query, entries }
}

/** Returns the address with rel="next" in a Link header, or null. */
export function nextPathOf(link: string | null): string | null {
  return /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null
}
