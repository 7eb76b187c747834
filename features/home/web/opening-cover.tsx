// Shows the landing page's closed passport on top of the open one after a sign-in. It opens once and
// disappears. Decorative; omitted for users who prefer reduced motion.
import { useEffect, useState } from 'react'
import { PassportCover } from '#features/landing/web/passport-cover.tsx'
import { isOpening } from '#web/paths.ts'
import { mayMove } from '#web/shell/view-transition.ts'
import './opening-cover.css'

export function OpeningCover() {
  const [isVisible, setVisible] = useState(() => isOpening(history.state) && mayMove())
  useEffect(() => {
    // Clears the history state, so that a reload does not play the animation again.
    if (isOpening(history.state)) history.replaceState(null, '')
  }, [])
  if (!isVisible) return null
  return (
    <div
      className="opening pointer-events-none absolute inset-0 z-2 origin-left backface-hidden"
      aria-hidden="true"
      onAnimationEnd={() => setVisible(false)}
    >
      <PassportCover />
    </div>
  )
}
