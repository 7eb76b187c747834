// The closed passport of the landing page, lying on the open one: it opens once, after Verify, and is
// gone. An ornament, never there for people who want nothing to move.
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
    <div className="opening" aria-hidden="true" onAnimationEnd={() => setThere(false)}>
      <PassportCover />
    </div>
  )
}
