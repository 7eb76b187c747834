// Which pages exist, one a line; those of /app stand in protected-routes.tsx, loaded apart.
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { lazyPart } from './lazy-part.ts'
import { paths, patterns } from './paths.ts'
import { AppBoundary } from './shell/app-boundary.tsx'
import { Loading } from './shell/loading.tsx'
import { PlaceholderPage } from './shell/placeholder-page.tsx'
import { SessionGate } from './shell/session-gate.tsx'
import { texts } from './texts.ts'

/** Starts loading what every page of /app needs, before the session is known. */
export const loadProtectedArea = () => import('./protected-routes.tsx')

const ProtectedRoutes = lazyPart(() => loadProtectedArea().then((area) => area.ProtectedRoutes))

export function Pages() {
  return (
    <AppBoundary>
      <Switch>
        <Route path={paths.landing} component={LandingPage} />
        <Route path={paths.privacy}>
          {() => <PlaceholderPage title={texts.common_privacy()} />}
        </Route>
        <Route path={paths.terms}>{() => <PlaceholderPage title={texts.common_terms()} />}</Route>
        <Route path={paths.help}>{() => <PlaceholderPage title={texts.common_help()} />}</Route>
        <Route path={patterns.protectedArea}>
          <SessionGate>
            <Suspense fallback={<Loading />}>
              <ProtectedRoutes />
            </Suspense>
          </SessionGate>
        </Route>
        <Route>
          <Redirect to={paths.landing} replace />
        </Route>
      </Switch>
    </AppBoundary>
  )
}
