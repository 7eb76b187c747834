// The pages of /app, one a line, in their frame. Each is loaded when it is first asked for, and
// all of them apart from the landing page, which must not even know their names.
import { Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useCancelledOrders } from '#features/purchases/web/checkout/cancel-order.ts'
import { lazyPart } from './lazy-part.ts'
import { paths, patterns } from './paths.ts'
import { repeatable } from './repeatable-import.ts'
import { FrameBoundary } from './shell/frame-boundary.tsx'
import { FromMemory } from './shell/from-memory.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'
import { ProtectedArea } from './shell/protected-area.tsx'
import { asOneMovement } from './shell/view-transition.ts'

const loadHome = repeatable(() => import('#features/passport/web/home-page.tsx'))

const HomePage = lazyPart(loadHome, (page) => page.HomePage)
const OffersPage = lazyPart(
  () => import('#features/projects/web/offers-page.tsx'),
  (page) => page.OffersPage,
)
const CardPage = lazyPart(
  () => import('#features/passport/web/card-page.tsx'),
  (page) => page.CardPage,
)
const ProfilePage = lazyPart(
  () => import('#features/passport/web/profile-page.tsx'),
  (page) => page.ProfilePage,
)
const ProjectsPage = lazyPart(
  () => import('#features/projects/web/projects-page.tsx'),
  (page) => page.ProjectsPage,
)
const ProjectPage = lazyPart(
  () => import('#features/projects/web/project-page.tsx'),
  (page) => page.ProjectPage,
)
const TransactionsPage = lazyPart(
  () => import('#features/activity/web/transactions-page.tsx'),
  (page) => page.TransactionsPage,
)
const LeaderboardsPage = lazyPart(
  () => import('#features/leaderboards/web/leaderboards-page.tsx'),
  (page) => page.LeaderboardsPage,
)

const protectedPages = [
  <Route key="home" path={paths.home} component={HomePage} />,
  <Route key="offers" path={paths.offers} component={OffersPage} />,
  <Route key="card" path={paths.card} component={CardPage} />,
  <Route key="settings" path={paths.settings} component={ProfilePage} />,
  <Route key="projects" path={paths.projects} component={ProjectsPage} />,
  <Route key="project" path={patterns.project} component={ProjectPage} />,
  <Route key="transactions" path={paths.transactions} component={TransactionsPage} />,
  <Route key="leaderboards" path={paths.leaderboards} component={LeaderboardsPage} />,
]

/** What goes on whichever page is shown. */
function Background() {
  useCancelledOrders()
  return null
}

export function ProtectedRoutes() {
  return (
    <Router aroundNav={asOneMovement}>
      <ProtectedArea whileChecking={(card) => <FromMemory card={card} onArrive={loadHome} />}>
        <Background />
        <FrameBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {protectedPages}
              <Route>
                <Redirect to={paths.home} replace />
              </Route>
            </Switch>
          </Suspense>
        </FrameBoundary>
      </ProtectedArea>
    </Router>
  )
}
