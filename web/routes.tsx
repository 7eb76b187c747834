// Which pages exist, one a line. A page of /app is loaded when it is first asked for.
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { LandingPage } from '#features/landing/web/landing-page.tsx'
import { paths, patterns } from './paths.ts'
import { ComingPage } from './shell/coming-page.tsx'
import { Loading } from './shell/loading.tsx'
import { SessionGate } from './shell/session-gate.tsx'
import { TitlePage } from './shell/title-page.tsx'
import { texts } from './texts.ts'

/** Starts loading what every page of /app needs, before the session is known. */
export const loadProtectedArea = () => import('./shell/protected-area.tsx')

const ProtectedArea = lazy(async () => ({ default: (await loadProtectedArea()).ProtectedArea }))
const HomePage = lazy(async () => ({
  default: (await import('#features/passport/web/home-page.tsx')).HomePage,
}))
const OffersPage = lazy(async () => ({
  default: (await import('#features/projects/web/offers-page.tsx')).OffersPage,
}))
const CardPage = lazy(async () => ({
  default: (await import('#features/passport/web/card-page.tsx')).CardPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('#features/wallet/web/settings-page.tsx')).SettingsPage,
}))
const ProjectsPage = lazy(async () => ({
  default: (await import('#features/projects/web/projects-page.tsx')).ProjectsPage,
}))
const ProjectPage = lazy(async () => ({
  default: (await import('#features/projects/web/project-page.tsx')).ProjectPage,
}))
const TransactionsPage = lazy(async () => ({
  default: (await import('#features/activity/web/transactions-page.tsx')).TransactionsPage,
}))
const LeaderboardsPage = lazy(async () => ({
  default: (await import('#features/leaderboards/web/leaderboards-page.tsx')).LeaderboardsPage,
}))

const protectedPages = [
  <Route key="home" path={paths.home} component={HomePage} />,
  <Route key="offers" path={paths.offers} component={OffersPage} />,
  <Route key="card" path={paths.card} component={CardPage} />,
  <Route key="settings" path={paths.settings} component={SettingsPage} />,
  <Route key="projects" path={paths.projects} component={ProjectsPage} />,
  <Route key="project" path={patterns.project} component={ProjectPage} />,
  <Route key="transactions" path={paths.transactions} component={TransactionsPage} />,
  <Route key="leaderboards" path={paths.leaderboards} component={LeaderboardsPage} />,
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
              <Suspense fallback={<ComingPage />}>
                <Switch>
                  {protectedPages}
                  <Route>
                    <Redirect to={paths.home} replace />
                  </Route>
                </Switch>
              </Suspense>
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
