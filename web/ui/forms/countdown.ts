// Counts down to a time. It reads the clock every 500 ms, so late timers cause no drift.
import { useEffect, useState } from 'react'

/** Returns the whole seconds until `endsAt` (ms since 1970, this browser's clock), at least 0. */
export function useCountdown(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  useEffect(() => {
    if (endsAt === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}

/** Formats 581 seconds as `9:41`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
