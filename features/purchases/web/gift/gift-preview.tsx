// What whoever gets a gift will see, before it is paid: the sealed envelope and the letter in it.
import { useState } from 'react'
import { GiftLetter } from '#features/passport/web/gift-letter.tsx'
import { SealedEnvelope } from '#features/rewards/web/sealed-envelope.tsx'
import type { Profile } from '#features/sign-in/contract.ts'
import { nicknamePattern } from '#values/nickname.ts'
import { maskPhone } from '#values/phone-number.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'

export type GiftPreviewProps = {
  profile: Profile
  /** As typed; where it is no name, the number stands for it, as the receiver will see it. */
  giver: string
  note: string
  kg: number
  projectName: string
}

export function GiftPreview({ profile, giver, note, kg, projectName }: GiftPreviewProps) {
  const [isOpen, setOpen] = useState(false)
  const typed = giver.trim()
  const own = profile.nickname ?? (nicknamePattern.test(typed) ? typed : null)
  const name = own ?? profile.firstName ?? maskPhone(profile.phone)
  const heading = texts.activity_gift_from({ name })
  return (
    <section aria-label={texts.gifts_preview()} className="envelope-line grid gap-2.5">
      <p className="caption">{texts.gifts_preview()}</p>
      {isOpen ? (
        <GiftLetter {...{ heading, kg, projectName }} note={note.trim()} />
      ) : (
        <SealedEnvelope
          title={heading}
          heading="h2"
          description={texts.passport_gift_sealed()}
          action={
            <Button
              variant="dark"
              size="small"
              aria-label={`${texts.passport_gift_open()}: ${texts.gifts_preview()}`}
              onClick={() => setOpen(true)}
            >
              {texts.passport_gift_open()}
            </Button>
          }
        />
      )}
    </section>
  )
}
