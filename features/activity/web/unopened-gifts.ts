// Finds received gifts that the user has not opened in this browser. The browser stores the ids of opened
// gifts for one passport until the sign-out.
import { useEffect, useState } from 'react'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { giftsName, keep, readKept } from '#web/storage/browser-store.ts'
import { isCompleted, isReceivedGift } from './activity-words.ts'
import { useActivity } from './use-activity.ts'

/**
 * Maximum age of a gift that is shown as new. It is needed because, in a browser without stored ids, every
 * gift is unopened.
 */
const newsMs = 14 * 24 * 60 * 60 * 1000
/** Maximum number of stored ids, more than a user receives in two weeks. The oldest ids are deleted. */
const keptMax = 500

/** Ids of the gifts that a passport has opened in this browser. */
type OpenedGifts = { readonly passportId: string; readonly ids: readonly string[] }

function isOpenedGifts(value: unknown): value is OpenedGifts {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'ids' in value
}

/** Returns the recent received gifts that are not in `opened`, oldest first. Pure. */
export function unopenedGifts(
  entries: readonly ActivityEntry[],
  opened: readonly string[],
  now: number,
): ActivityEntry[] {
  return entries
    .filter((entry) => isReceivedGift(entry) && isCompleted(entry))
    .filter(({ tx_id }) => !opened.includes(tx_id))
    .filter(({ created_at }) => now - Date.parse(created_at) < newsMs)
    .reverse()
}

/** Returns the unopened gifts, none before the stored ids are read. `open` stores that a gift was opened. */
export function useUnopenedGifts(passportId: string) {
  const { entries = [] } = useActivity()
  const [opened, setOpened] = useState<readonly string[]>()
  useEffect(() => {
    let isUnmounted = false
    void readKept(giftsName).then((value) => {
      if (isUnmounted) return
      setOpened(isOpenedGifts(value) && value.passportId === passportId ? value.ids : [])
    })
    return () => {
      isUnmounted = true
    }
  }, [passportId])
  return {
    gifts: opened === undefined ? [] : unopenedGifts(entries, opened, serverNow()),
    open({ tx_id }: ActivityEntry) {
      const ids = [...(opened ?? []), tx_id].slice(-keptMax)
      setOpened(ids)
      void keep(giftsName, { passportId, ids })
    },
  }
}
