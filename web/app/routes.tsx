// Maps paths to public pages. protected-routes.tsx maps the paths of /app, whose code loads separately.
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { lazyPart } from '../api/lazy-part.ts'
import { paths, patterns } from '../paths.ts'
import { AppBoundary, Loading } from '../shell/app-boundary.tsx'
import type { Elements } from '../ui/elements.tsx'
import { SessionGate } from './session-gate.tsx'

/** The pages of /app. Their code can load before the session is known. */
export const ProtectedRoutes = lazyPart(() => import('./protected-routes.tsx'), 'ProtectedRoutes')

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
