// Finds received gifts that the user has not opened.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendSigned } from '#features/people/web/session/signing.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { openGift } from '#features/purchases/purchases-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { isCompleted, isReceivedGift } from './activity-words.ts'
import { useActivity } from './use-activity.ts'

/** Maximum age of a gift that is shown as new. */
const newsMs = 14 * 24 * 60 * 60 * 1000

/** Returns the recent received gifts that are sealed and not in `opened`, oldest first. Pure. */
export function unopenedGifts(
  entries: readonly ActivityEntry[],
  opened: readonly string[],
  now: number,
): ActivityEntry[] {
  return entries
    .filter((entry) => isReceivedGift(entry) && isCompleted(entry))
    .filter(({ tx_id, opened_at }) => opened_at === null && !opened.includes(tx_id))
    .filter(({ created_at }) => now - Date.parse(created_at) < newsMs)
    .reverse()
}

/**
 * Returns the unopened gifts. `open` stores at the server that a gift was opened. If that fails, the next visit
 * shows the gift sealed again.
 */
export function useUnopenedGifts() {
  const { entries = [] } = useActivity()
  const client = useQueryClient()
  const [opened, setOpened] = useState<readonly string[]>([])
  return {
    gifts: unopenedGifts(entries, opened, serverNow()),
    open({ tx_id }: ActivityEntry) {
      setOpened([...opened, tx_id])
      void sendSigned(openGift, { params: { tx_id } })
        .then(() => client.invalidateQueries({ queryKey: [listActivity.id] }))
        .catch(() => undefined)
    },
  }
}
