// Shows the closed passport of the landing page on top of the open one: it opens once, after
// Verify, and disappears. Decorative; absent for users who prefer no motion.
import { useEffect, useState } from 'react'
import { PassportCover } from '#features/landing/web/passport-cover.tsx'
import { isOpening } from '#web/paths.ts'
import { mayMove } from '#web/shell/view-transition.ts'
import './opening-cover.css'

export function OpeningCover() {
  const [isThere, setThere] = useState(() => isOpening(history.state) && mayMove())
  useEffect(() => {
    // A reload does not open it again.
    if (isOpening(history.state)) history.replaceState(null, '')
  }, [])
  if (!isThere) return null
  return (
    <div
      className="opening pointer-events-none absolute inset-0 z-2 origin-left backface-hidden"
      aria-hidden="true"
      onAnimationEnd={() => setThere(false)}
    >
      <PassportCover />
    </div>
  )
}
