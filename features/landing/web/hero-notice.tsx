// Shows on the landing page why the user was sent there from /app, such as after a deletion, with a
// link back if there is one; or that a gift waits, to a visitor from its message.
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { forgetFailedCheck } from '#features/people/web/session/session.ts'
import { HintButton, hintRow } from '#features/sign-in/web/code-hint.tsx'
import { giftParameter } from '#values/text/gift-address.ts'
import { checkAgainPath, sentAfterDeletion, sentToLogIn } from '#web/paths.ts'
import { texts } from '#web/texts.ts'

const neverChanges = () => () => undefined
const cameFromGift = () => new URLSearchParams(location.search).has(giftParameter)
/** The negative lower margin reduces the form's upper margin. */
const notice = 'mt-6 -mb-3.5 font-[560] text-(--hero-notice)'
/** The prerendered page is the same for every visitor. */
const isNotKnown = () => false

export function HeroNotice() {
  const state: unknown = useHistoryState()
  const [, navigate] = useLocation()
  const isGift = useSyncExternalStore(neverChanges, cameFromGift, isNotKnown)
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
  // Shown to every visitor with the gift parameter, so that it reveals nothing about a number.
  return isGift ? texts.landing_gift_waits() : undefined
}
