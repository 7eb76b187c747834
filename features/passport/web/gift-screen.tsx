// Shows sealed gifts on the whole screen, as a dialog. Escape, Back and Close leave a gift sealed until its
// seal is broken.
import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import { useOpenGift, useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { usePassport } from '#features/people/web/passport/use-passport.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { texts } from '#web/texts.ts'
import { useCloseOnBack } from '#web/ui/dialog/close-on-back.ts'
import { Icon } from '#web/ui/icon.tsx'
import { GiftStory } from './gift-story.tsx'
import './gift-screen.css'

const screenClass =
  'gift-screen fixed inset-0 z-50 flex flex-col overflow-y-auto overscroll-contain outline-none ' +
  'bg-(--hero-top) bg-(image:--hero-ground) text-(--hero-ink) px-[min(1.25rem,5vw)] ' +
  'pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))]'

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
  const [opener] = useState(() => document.activeElement)
  useCloseOnBack(true, onClose)
  /** The button that showed the gift may be gone, because the gift is open. */
  const focusAfterwards = () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : document.querySelector<HTMLElement>('#content h1')
  return (
    <Base.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={() =>
            popup.current?.querySelector<HTMLElement>('[data-step-begins]') ?? true
          }
          finalFocus={focusAfterwards}
          className={screenClass}
        >
          <Base.Title render={(title) => <h1 {...title} />} className="sr-only">
            {texts.activity_gift()}
          </Base.Title>
          <GiftStory gifts={gifts} passport={passport} onOpen={openGift} onDone={onClose} />
          <Base.Close
            aria-label={texts.common_close()}
            className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-[min(0.75rem,3vw)] grid size-11 place-items-center rounded-full hover:bg-(--hero-top)"
          >
            <Icon name="close" className="size-5" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
