// Shows sealed gifts on the whole screen. Escape, Back and Close leave a gift sealed until its seal is broken.
import { useRef, useState } from 'react'
import { useOpenGift, useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { usePassport } from '#features/people/web/passport/use-passport.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { texts } from '#web/texts.ts'
import { Moment, MomentTitle } from '#web/ui/dialog/full-screen-moment.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { GiftStory } from './gift-story.tsx'
import './gift-screen.css'

type GiftScreenProps = {
  /** The gift to show first. Other unopened gifts follow. */
  gift: ActivityEntry
  onClose: () => void
}

export function GiftScreen({ gift, onClose }: GiftScreenProps) {
  const unopened = useUnopenedGifts()
  const [gifts] = useState(() => [gift, ...unopened.filter(({ tx_id }) => tx_id !== gift.tx_id)])
  const { data: passport } = usePassport()
  const openGift = useOpenGift()
  const popup = useRef<HTMLDivElement>(null)
  const seal = () => popup.current?.querySelector<HTMLElement>('[data-step-begins]') ?? null
  return (
    <Moment popup={popup} initialFocus={seal} onClose={onClose}>
      <MomentTitle className="sr-only">{texts.activity_gift()}</MomentTitle>
      <GiftStory gifts={gifts} passport={passport} onOpen={openGift} onDone={onClose} />
      <button
        type="button"
        aria-label={texts.common_close()}
        onClick={onClose}
        className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-[min(0.75rem,3vw)] grid size-11 place-items-center rounded-full hover:bg-(--hero-top)"
      >
        <Icon name="close" className="size-5" />
      </button>
    </Moment>
  )
}
