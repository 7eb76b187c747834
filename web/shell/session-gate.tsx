// Lets /app be seen only with a profile (or offline with a kept card), says 'Loading…' while it is
// unknown, and sends everybody else to the landing page.
import { type ReactNode, useEffect } from 'react'
import { Redirect } from 'wouter'
import { paths, sentToLogIn } from '#web/paths.ts'
import { checkSession, useSession } from '#web/session.ts'
import { Loading } from './loading.tsx'

export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  useEffect(() => {
    if (session.status === 'unknown') void checkSession()
  }, [session.status])
  if (session.status === 'unknown') return <Loading />
  if (session.status === 'signed-out') {
    return <Redirect to={paths.landing} replace state={sentToLogIn} />
  }
  return children
}
