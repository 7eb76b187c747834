// Shows on the landing page why /app redirected the user here, e.g. after a deletion, with Retry after a
// failed check of the session. To a visitor from a gift's message it shows that a gift waits.
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { forgetFailedCheck } from '#features/people/web/session/session.ts'
import { HintButton, hintRow } from '#features/sign-in/web/code-hint.tsx'
import { giftParameter } from '#values/text/gift-address.ts'
import { checkAgainPath, sentAfterDeletion, sentToLogIn } from '#web/paths.ts'
import { texts } from '#web/texts.ts'

/** Subscribes to nothing, because the address's query does not change. */
const subscribe = () => () => undefined
const hasGiftParameter = () => new URLSearchParams(location.search).has(giftParameter)
/** The negative lower margin reduces the form's upper margin. */
const notice = 'mt-6 -mb-3.5 font-[560] text-(--hero-notice)'
/** Returns false, because the prerendered page is the same for every visitor. */
const isGiftInPrerender = () => false

export function HeroNotice() {
  const state: unknown = useHistoryState()
  const [, navigate] = useLocation()
  const isGift = useSyncExternalStore(subscribe, hasGiftParameter, isGiftInPrerender)
  const path = checkAgainPath(state)
  if (path !== undefined) {
    const checkAgain = () => {
      forgetFailedCheck()
      navigate(path)
    }
    return (
      <div role="status" className={`${hintRow} ${notice}`}>
        <p>{texts.common_unchecked()}</p>
        <HintButton onClick={checkAgain}>{texts.common_retry()}</HintButton>
      </div>
    )
  }
  const words = wordsOf(state, isGift)
  if (words === undefined) return null
  return (
    <p role="status" className={notice}>
      {words}
    </p>
  )
}

function wordsOf(state: unknown, isGift: boolean): string | undefined {
  if (state === sentToLogIn) return texts.passport_log_in()
  if (state === sentAfterDeletion) return texts.own_data_deleted()
  // Every visitor with the gift parameter sees it, so it does not reveal whether a phone number has a gift.
  return isGift ? texts.landing_gift_waits() : undefined
}
