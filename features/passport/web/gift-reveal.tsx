// Shows the oldest unopened gift as a sealed envelope on the foot of the passport card. Its button shows the
// gift on a screen of its own.
import { useContext, useEffect, useState } from 'react'
import {
  EnvelopeButton,
  SealedEnvelope,
} from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { receiverText } from '#features/activity/web/activity-words.ts'
import { ShowGift, useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { giftParameter } from '#values/text/gift-address.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'

/** Returns true if a gift's message led here. False on the server, which draws the page without its address. */
export function comesFromMessage(): boolean {
  return typeof location !== 'undefined' && new URLSearchParams(location.search).has(giftParameter)
}

export function GiftReveal() {
  const [sealed] = useUnopenedGifts()
  const showGift = useContext(ShowGift)
  /** True until a visitor from a gift's message has seen the gift. */
  const [isAwaited, setAwaited] = useState(comesFromMessage)
  useEffect(() => {
    // Without the parameter, a reload or Back does not show the gift again.
    if (comesFromMessage()) history.replaceState(history.state, '', paths.home)
  }, [])
  useEffect(() => {
    if (sealed === undefined || !isAwaited) return
    setAwaited(false)
    showGift(sealed)
  }, [sealed, isAwaited, showGift])
  if (sealed === undefined) return null
  return (
    <div className="z-1 mx-[3%] mb-[2.5%] self-end">
      <SealedEnvelope
        title={receiverText(sealed)}
        heading="h2"
        description={texts.passport_gift_sealed()}
        action={
          <EnvelopeButton title={receiverText(sealed)} onClick={() => showGift(sealed)}>
            {texts.passport_gift_open()}
          </EnvelopeButton>
        }
      />
    </div>
  )
}
