// Whether what celebrates should stand still: it was pressed away, or the person wants no motion.
import { useEffect, useState } from 'react'

export function useStill(): boolean {
  const [isStill, setStill] = useState(
    () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    if (isStill) return
    const stop = () => setStill(true)
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    return () => {
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
  }, [isStill])
  return isStill
}
