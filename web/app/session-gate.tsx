// Shows /app to a signed-in user, and to a user with a stored card during the check of the session and
// offline. It redirects other visitors to the landing page with the reason, and stores their page, to which
// sign-in leads.

import { Fragment, useEffect, useLayoutEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { checkSession, useSession } from '#features/people/web/session/session.ts'
import { paths, sentAfterDeletion, sentToCheckAgain, sentToLogIn } from '#web/paths.ts'
import { forgetRequestedPage, keepRequestedPage } from '#web/storage/requested-page.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Loading } from '../shell/app-boundary.tsx'
import { setDateLocale } from './date-locale.ts'

export function SessionGate({ children }: { children: Elements }) {
  const session = useSession()
  // Set before the pages are rendered, which format dates.
  setDateLocale(session)
  const [path] = useLocation()
  const page = path + window.location.search
  useEffect(() => {
    if (session.status === 'unknown') void checkSession()
    if (session.status === 'signed-in') forgetRequestedPage()
  }, [session.status])
  const isSentAway =
    session.status === 'signed-out' &&
    (session.reason === 'ended' || session.reason === 'unchecked')
  // A layout effect, because the redirect removes this component.
  useLayoutEffect(() => {
    if (isSentAway) keepRequestedPage(page)
  }, [isSentAway, page])
  if (session.status === 'signed-out') {
    const states = {
      left: null,
      deleted: sentAfterDeletion,
      ended: sentToLogIn,
      unchecked: sentToCheckAgain,
    }
    return <Redirect to={paths.landing} replace state={states[session.reason]} />
  }
  if (session.status === 'unknown' && session.card === undefined) return <Loading />
  // A new key discards all state, so that a user's data is never shown to the next user who signs in in any
  // tab.
  const key = session.status === 'signed-in' ? session.profile.id : session.card?.id
  return <Fragment key={key}>{children}</Fragment>
}
