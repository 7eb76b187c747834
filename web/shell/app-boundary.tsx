// Shows an error message, Retry and a link to the landing page if the whole app fails. It is in the
// landing page's bundle, so it must stay small.

import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Loading } from './loading.tsx'
import { Logo } from './logo.tsx'
import { PageFailed } from './page-failed.tsx'
import { useReloadOnce } from './reload-once.ts'

export function AppBoundary({ children }: { children: Elements }) {
  const [location] = useLocation()
  return (
    <ErrorBoundary FallbackComponent={AppFailed} resetKeys={[location]}>
      {children}
    </ErrorBoundary>
  )
}

/** Retry and the link load a new document, because no part of the app works any more. */
function AppFailed({ error }: FallbackProps) {
  if (useReloadOnce(error)) return <Loading />
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-8 p-6">
      <a href={paths.landing} className="inline-flex min-h-11 items-center text-soft">
        <Logo />
      </a>
      <PageFailed onRetry={() => location.reload()} />
    </main>
  )
}
