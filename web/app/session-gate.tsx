// Lets /app be seen only with a profile (or offline with a kept card), says 'Loading…' while it is
// unknown, beside a card that is kept here, and sends everybody else to the landing page, which
// hears why.

import { Fragment, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { checkSession, useSession } from '#features/people/web/session/session.ts'
import { paths, sentToCheckAgain, sentToLogIn } from '#web/paths.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Loading } from '../shell/loading.tsx'

export function SessionGate({ children }: { children: Elements }) {
  const session = useSession()
  const [location] = useLocation()
  useEffect(() => {
    if (session.status === 'unknown') void checkSession()
  }, [session.status])
  if (session.status === 'unknown' && session.card === undefined) return <Loading />
  if (session.status === 'signed-out') {
    const states = {
      left: null,
      ended: sentToLogIn,
      unchecked: sentToCheckAgain(location),
    }
    return <Redirect to={paths.landing} replace state={states[session.reason]} />
  }
  // What one person has loaded is never shown to the next one who signs in, in whichever tab.
  const key = session.status === 'signed-in' ? session.profile.id : session.status
  return <Fragment key={key}>{children}</Fragment>
}
