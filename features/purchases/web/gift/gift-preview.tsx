// Shows a preview of the receiver's view of a gift: the envelope, its letter, and the SMS.
import { useState } from 'react'
import {
  EnvelopeButton,
  SealedEnvelope,
} from '#features/achievements/web/rewards/sealed-envelope.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { GiftLetter } from '#features/people/web/passport/gift-letter.tsx'
import { giftPath } from '#values/text/gift-address.ts'
import { nameWithNumber } from '#values/text/isolated.ts'
import { nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { maskPhone, plainMask } from '#values/text/phone-number.ts'
import { quotedNote } from '#values/text/shown-note.ts'
import { smsText } from '#values/text/sms-text.ts'
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'

export type GiftPreviewProps = {
  profile: Profile
  /** The typed signature. Without a name the receiver sees a masked phone number. */
  giver: string
  note: string
  kg: number
  projectName: string
}

export function GiftPreview({ profile, giver, note, kg, projectName }: GiftPreviewProps) {
  const [isOpen, setOpen] = useState(false)
  const tidied = tidyName(giver)
  const giverName = nicknamePattern.test(tidied) ? tidied : (profile.nickname ?? profile.firstName)
  const name = giverName ?? maskPhone(profile.phone)
  const number = plainMask(profile.phone)
  const heading = texts.activity_gift_from({ name })
  return (
    <section aria-label={texts.gifts_preview()} className="grid gap-2.5">
      <p className="caption">{texts.gifts_preview()}</p>
      {isOpen ? (
        <GiftLetter {...{ heading, kg, projectName }} note={note.trim()} />
      ) : (
        <SealedEnvelope
          title={heading}
          heading="h2"
          description={texts.passport_gift_sealed()}
          action={
            <EnvelopeButton title={texts.gifts_preview()} onClick={() => setOpen(true)}>
              {texts.passport_gift_open()}
            </EnvelopeButton>
          }
        />
      )}
      <p className="caption">{texts.gifts_sms_preview()}</p>
      <p className="rounded-card border border-line bg-page px-4 py-3 text-[0.9375rem] wrap-anywhere">
        {smsText(
          texts.gifts_sms({
            sender: giverName === null ? number : nameWithNumber(giverName, number),
            kg: formatCount(kg),
            project: projectName,
            note: quotedNote(note),
            url: `${window.location.origin}${giftPath}`,
          }),
        )}
      </p>
    </section>
  )
}
