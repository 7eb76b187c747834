// Why somebody was sent from /app to the landing page, and the way back where there is one.
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { checkAgainPath, sentToLogIn } from '#web/paths.ts'
import { forgetFailedCheck } from '#web/session.ts'
import { texts } from '#web/texts.ts'

export function HeroNotice() {
  const state: unknown = useHistoryState()
  const [, navigate] = useLocation()
  const path = checkAgainPath(state)
  if (path !== undefined) {
    const checkAgain = () => {
      forgetFailedCheck()
      navigate(path)
    }
    return (
      <div role="status" className="hero-notice code-hint">
        <p>{texts.common_unchecked()}</p>
        <button type="button" onClick={checkAgain}>
          {texts.common_retry()}
        </button>
      </div>
    )
  }
  if (state !== sentToLogIn) return null
  return (
    <p role="status" className="hero-notice">
      {texts.passport_log_in()}
    </p>
  )
}
