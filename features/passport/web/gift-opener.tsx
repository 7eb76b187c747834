// Provides `ShowGift` and `GiftShown` to the pages of /app. The gift's screen loads when a gift is first shown.
import { useState } from 'react'
import { GiftShown, ShowGift } from '#features/activity/web/unopened-gifts.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'

const GiftScreen = lazyPart(() => import('./gift-screen.tsx'), 'GiftScreen')

export function GiftOpener({ children }: { children: Elements }) {
  const [gift, setGift] = useState<ActivityEntry>()
  const close = () => setGift(undefined)
  return (
    <ShowGift value={setGift}>
      <GiftShown value={gift !== undefined}>{children}</GiftShown>
      {gift ? (
        <DialogBoundary key={gift.tx_id} open onClose={close}>
          <GiftScreen gift={gift} onClose={close} />
        </DialogBoundary>
      ) : null}
    </ShowGift>
  )
}
