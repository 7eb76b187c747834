// A gift that has come: a sealed envelope above the passport, and the letter in it, one at a time.
import { useRef, useState } from 'react'
import type { ActivityEntry } from '#features/activity/contract.ts'
import { forWhom } from '#features/activity/web/activity-words.ts'
import { useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { SealedEnvelope } from '#features/rewards/web/sealed-envelope.tsx'
import { readableProjectName } from '#values/project-name.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import './gift-reveal.css'

export function GiftReveal({ passportId }: { passportId: string }) {
  const { gifts, open } = useUnopenedGifts(passportId)
  const [letter, setLetter] = useState<ActivityEntry>()
  const place = useRef<HTMLDivElement>(null)
  const [sealed] = gifts
  if (letter === undefined && sealed === undefined) return null
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {letter ? (
        <Letter gift={letter} onClose={() => setLetter(undefined)} />
      ) : sealed ? (
        <SealedEnvelope
          title={forWhom(sealed)}
          heading="h2"
          description={texts.passport_gift_sealed()}
          action={
            <Button
              variant="dark"
              size="small"
              aria-label={`${texts.passport_gift_open()}: ${forWhom(sealed)}`}
              onClick={() => {
                setLetter(sealed)
                open(sealed)
                place.current?.focus({ preventScroll: true })
              }}
            >
              {texts.passport_gift_open()}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}

function Letter({ gift, onClose }: { gift: ActivityEntry; onClose: () => void }) {
  const project = readableProjectName(gift.project_name)
  return (
    <article className="letter" aria-label={forWhom(gift)}>
      <p className="caption">{forWhom(gift)}</p>
      <p className="letter-kg">{formatKg(gift.kg)}</p>
      <p>{texts.passport_gift_project({ project })}</p>
      {gift.note ? <blockquote className="letter-note">{gift.note}</blockquote> : null}
      <div className="mt-3">
        <Button variant="dark" size="small" onClick={onClose}>
          {texts.passport_gift_keep()}
        </Button>
      </div>
    </article>
  )
}
