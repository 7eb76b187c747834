// Shows received gifts on the foot of the passport card, one at a time: a sealed envelope and, after a press,
// its letter.
import { useRef, useState } from 'react'
import {
  EnvelopeButton,
  SealedEnvelope,
} from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { receiverText } from '#features/activity/web/activity-words.ts'
import { ThanksButton } from '#features/activity/web/thanks-button.tsx'
import { useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { GiftLetter } from '#features/people/web/passport/gift-letter.tsx'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'

export function GiftReveal() {
  const { gifts, open } = useUnopenedGifts()
  const [letter, setLetter] = useState<ActivityEntry>()
  const container = useRef<HTMLDivElement>(null)
  const [sealed] = gifts
  if (letter === undefined && sealed === undefined) return null
  return (
    <div ref={container} tabIndex={-1} className="z-1 mx-[3%] mb-[2.5%] self-end outline-none">
      {letter ? (
        <GiftLetter
          heading={receiverText(letter)}
          kg={letter.kg}
          projectName={letter.project_shown_name}
          note={letter.note ?? ''}
        >
          <ThanksButton gift={letter} />
          <Button variant="outline" size="small" onClick={() => setLetter(undefined)}>
            {texts.passport_gift_keep()}
          </Button>
        </GiftLetter>
      ) : sealed ? (
        <SealedEnvelope
          title={receiverText(sealed)}
          heading="h2"
          description={texts.passport_gift_sealed()}
          action={
            <EnvelopeButton
              title={receiverText(sealed)}
              onClick={() => {
                setLetter(sealed)
                open(sealed)
                container.current?.focus({ preventScroll: true })
              }}
            >
              {texts.passport_gift_open()}
            </EnvelopeButton>
          }
        />
      ) : null}
    </div>
  )
}
