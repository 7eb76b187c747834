// Which pages exist, one a line; those of /app stand in protected-routes.tsx, loaded apart.
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { TransparencyPage } from '#features/transparency/web/transparency-page.tsx'
import { titlePages } from '#values/public-pages.ts'
import { lazyPart } from './lazy-part.ts'
import { paths, patterns } from './paths.ts'
import { publicTitles } from './public-titles.ts'
import { repeatable } from './repeatable-import.ts'
import { AppBoundary } from './shell/app-boundary.tsx'
import { Loading } from './shell/loading.tsx'
import { PlaceholderPage } from './shell/placeholder-page.tsx'
import { SessionGate } from './shell/session-gate.tsx'

/** Starts loading what every page of /app needs, before the session is known. */
export const loadProtectedArea = repeatable(() => import('./protected-routes.tsx'))

const ProtectedRoutes = lazyPart(loadProtectedArea, (area) => area.ProtectedRoutes)

const VerifyPage = lazyPart(
  () => import('#features/verify/web/verify-page.tsx'),
  (module) => module.VerifyPage,
)

/** A build draws the placeholders as documents of their own, which need no code (prerender.tsx). */
const isDrawnHere = import.meta.env.SSR || import.meta.env.DEV
const placeholders = isDrawnHere
  ? titlePages.map((page) => (
      <Route key={page} path={paths.public(page)}>
        {() => <PlaceholderPage title={publicTitles[page]()} />}
      </Route>
    ))
  : null
/** Likewise, filled by the server. */
const transparency = isDrawnHere ? (
  <Route path={paths.public('transparency')} component={TransparencyPage} />
) : null

export function Pages() {
  return (
    <AppBoundary>
      <Switch>
        <Route path={paths.landing} component={LandingPage} />
        {placeholders}
        {transparency}
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
