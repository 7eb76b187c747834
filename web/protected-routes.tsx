// The pages of /app, one a line, in their frame. Each is loaded when it is first asked for, and all of
// them apart from the landing page, which must not even know their names.
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { paths, patterns } from './paths.ts'
import { ComingPage } from './shell/coming-page.tsx'
import { ProtectedArea } from './shell/protected-area.tsx'

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

export function ProtectedRoutes() {
  return (
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
  )
}
