// Counts down to a time. It reads the clock every 500 ms, so that late timers cause no drift.
import { useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '../button.tsx'

/**
 * Returns the whole seconds until `endsAt`, at least 0. `endsAt` is in ms since 1970 by this browser's clock.
 */
export function useCountdown(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  useEffect(() => {
    if (endsAt === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return secondsLeft
}

/** Formats 581 seconds as `9:41`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type ResendProps = {
  /** Time at which another code may be requested, in ms since 1970 by this browser's clock. */
  resendAt: number
  busy: boolean
  onPress: () => void
}

/** Shows the button for another code, with the time until it may be pressed. */
export function Resend({ resendAt, busy, onPress }: ResendProps) {
  const secondsLeft = useCountdown(resendAt)
  return (
    <Button variant="quiet" wide disabled={secondsLeft > 0} busy={busy} onClick={onPress}>
      {secondsLeft > 0
        ? texts.sign_in_resend_in({ time: clockText(secondsLeft) })
        : texts.sign_in_resend()}
    </Button>
  )
}
