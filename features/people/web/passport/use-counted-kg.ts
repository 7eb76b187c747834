// Counts a passport's kilograms up from a previous total to a new one.
import { useEffect, useState } from 'react'

/** Duration of counting up, in milliseconds. */
const countMs = 700

/**
 * Returns the kilograms to show at this moment. Without animation, and as soon as the count ends, this is
 * `afterKg`. Undefined until both totals are known.
 */
export function useCountedKg(
  beforeKg: number | undefined,
  afterKg: number | undefined,
  isStill: boolean,
): number | undefined {
  const [countedKg, setCountedKg] = useState(beforeKg)
  useEffect(() => {
    if (beforeKg === undefined || afterKg === undefined || isStill) return
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const elapsedShare = Math.min(1, Math.max(0, (now - start) / countMs))
      const countedShare = 1 - (1 - elapsedShare) ** 3
      setCountedKg(Math.round(beforeKg + (afterKg - beforeKg) * countedShare))
      if (elapsedShare < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [beforeKg, afterKg, isStill])
  if (beforeKg === undefined || afterKg === undefined) return undefined
  return isStill ? afterKg : (countedKg ?? beforeKg)
}
