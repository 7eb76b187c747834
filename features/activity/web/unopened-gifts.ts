// Finds received gifts that the user has not opened, and opens them.
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import { getPassport } from '#features/people/people-calls.ts'
import { sendSigned } from '#features/people/web/session/signing.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { openGift } from '#features/purchases/purchases-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { isCompleted, isReceivedGift } from './activity-words.ts'
import { type ActivityPage, useActivity } from './use-activity.ts'

/** Time after the arrival of a gift in which it is shown as new. A gift may have waited long before. */
const newsMs = 14 * 24 * 60 * 60 * 1000

/** Shows a sealed gift on a screen of its own, which a feature above this one provides. */
export const ShowGift = createContext<(gift: ActivityEntry) => void>(() => undefined)

/** True while a gift is shown on a screen of its own. */
export const GiftShown = createContext(false)

/** Returns true for a received gift that the user has not opened. */
export function isSealed(entry: ActivityEntry): boolean {
  return isReceivedGift(entry) && isCompleted(entry) && entry.opened_at === null
}

/** Returns the recent received gifts that are sealed, oldest first. Pure. */
export function unopenedGifts(entries: readonly ActivityEntry[], now: number): ActivityEntry[] {
  return entries
    .filter(isSealed)
    .filter(({ received_at }) => now - Date.parse(received_at ?? '') < newsMs || !received_at)
    .reverse()
}

export function useUnopenedGifts(): ActivityEntry[] {
  const { entries = [] } = useActivity()
  return unopenedGifts(entries, serverNow())
}

/**
 * Returns a function that shows a gift as opened on every page, and stores this at the server. If that fails,
 * the next visit shows the gift sealed again.
 */
export function useOpenGift() {
  const client = useQueryClient()
  return ({ tx_id }: ActivityEntry) => {
    const opened_at = new Date(serverNow()).toISOString()
    client.setQueryData<InfiniteData<ActivityPage>>(
      [listActivity.id],
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            entries: page.entries.map((entry) =>
              entry.tx_id === tx_id ? { ...entry, opened_at } : entry,
            ),
          })),
        },
    )
    const stale = [[listActivity.id], [getPassport.id]]
    void sendSigned(openGift, { params: { tx_id } })
      .then(() => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))))
      .catch(() => undefined)
  }
}
