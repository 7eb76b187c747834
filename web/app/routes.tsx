// Maps paths to public pages. protected-routes.tsx maps the paths of /app, whose code loads separately.
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { lazyPart, repeatable } from '../api/lazy-part.ts'
import { paths, patterns } from '../paths.ts'
import { AppBoundary, Loading } from '../shell/app-boundary.tsx'
import type { Elements } from '../ui/elements.tsx'
import { SessionGate } from './session-gate.tsx'

/** Loads the code that every page of /app needs. It can start before the session is known. */
export const loadProtectedArea = repeatable(() => import('./protected-routes.tsx'))

const ProtectedRoutes = lazyPart(loadProtectedArea, 'ProtectedRoutes')

const VerifyPage = lazyPart(() => import('#features/verify/web/verify-page.tsx'), 'VerifyPage')

/** Renders the page of the path. `prerendered` adds the routes of drawn-pages.tsx. */
export function Pages({ prerendered = null }: { prerendered?: Elements }) {
  return (
    <AppBoundary>
      <Switch>
        <Route path={paths.landing} component={LandingPage} />
        {prerendered}
        <Route path={paths.public('verify')}>
          <Suspense fallback={<Loading />}>
            <VerifyPage />
          </Suspense>
        </Route>
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
