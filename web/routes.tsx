// Which pages exist, one a line. A page of /app is loaded when it is first asked for.
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { paths, patterns } from './paths.ts'
import { Loading } from './shell/loading.tsx'
import { SessionGate } from './shell/session-gate.tsx'
import { TitlePage } from './shell/title-page.tsx'
import { texts } from './texts.ts'

/** Starts loading what every page of /app needs, before the session is known. */
export const loadProtectedArea = () => import('./shell/protected-area.tsx')

const ProtectedArea = lazy(async () => ({ default: (await loadProtectedArea()).ProtectedArea }))
const ComingPage = lazy(async () => ({
  default: (await import('./shell/coming-page.tsx')).ComingPage,
}))

const protectedPages = [
  <Route key="home" path={paths.home} component={ComingPage} />,
  <Route key="offers" path={paths.offers} component={ComingPage} />,
  <Route key="card" path={paths.card} component={ComingPage} />,
  <Route key="settings" path={paths.settings} component={ComingPage} />,
  <Route key="projects" path={paths.projects} component={ComingPage} />,
  <Route key="project" path={patterns.project} component={ComingPage} />,
  <Route key="transactions" path={paths.transactions} component={ComingPage} />,
  <Route key="leaderboards" path={paths.leaderboards} component={ComingPage} />,
]

export function Pages() {
  return (
    <Switch>
      <Route path={paths.landing} component={LandingPage} />
      <Route path={paths.privacy}>{() => <TitlePage title={texts.common_privacy()} />}</Route>
      <Route path={paths.terms}>{() => <TitlePage title={texts.common_terms()} />}</Route>
      <Route path={paths.help}>{() => <TitlePage title={texts.common_help()} />}</Route>
      <Route path={patterns.protectedArea}>
        <SessionGate>
          <Suspense fallback={<Loading />}>
            <ProtectedArea>
              <Switch>
                {protectedPages}
                <Route>
                  <Redirect to={paths.home} replace />
                </Route>
              </Switch>
            </ProtectedArea>
          </Suspense>
        </SessionGate>
      </Route>
      <Route>
        <Redirect to={paths.landing} replace />
      </Route>
    </Switch>
  )
}
