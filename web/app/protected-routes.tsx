// Maps the paths of /app to its pages, whose code loads on demand. The landing page's bundle must not import
// this file.
import { Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useCancelledOrders } from '#features/purchases/web/checkout/cancel-order.ts'
import { lazyPart } from '../api/lazy-part.ts'
import { paths, patterns } from '../paths.ts'
import { navigateWithTransition } from '../shell/view-transition.ts'
import { FrameBoundary } from './frame-boundary.tsx'
import { CheckingPlaceholder, PageSkeleton } from './page-skeleton.tsx'
import { ProtectedArea } from './protected-area.tsx'
import './drawn-card.ts'

const HomePage = lazyPart(() => import('#features/home/web/home-page.tsx'), 'HomePage')
const OffersPage = lazyPart(
  () => import('#features/catalogue/pages/web/offers-page.tsx'),
  'OffersPage',
)
const CardPage = lazyPart(() => import('#features/passport/web/card-page.tsx'), 'CardPage')
const ProfilePage = lazyPart(() => import('#features/home/web/profile-page.tsx'), 'ProfilePage')
const ProjectsPage = lazyPart(
  () => import('#features/catalogue/web/projects/projects-page.tsx'),
  'ProjectsPage',
)
const ProjectPage = lazyPart(
  () => import('#features/catalogue/pages/web/project-page.tsx'),
  'ProjectPage',
)
const TransactionsPage = lazyPart(
  () => import('#features/activity/web/transactions-page.tsx'),
  'TransactionsPage',
)
const LeaderboardsPage = lazyPart(
  () => import('#features/boards/web/leaderboards-page.tsx'),
  'LeaderboardsPage',
)
const EstimatePage = lazyPart(
  () => import('#features/estimate/web/estimate-page.tsx'),
  'EstimatePage',
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
  <Route key="estimate" path={paths.estimate} component={EstimatePage} />,
]

/** Continues cancellations of orders that a reload interrupted, on every page. */
function CancelledOrders() {
  useCancelledOrders()
  return null
}

export function ProtectedRoutes() {
  return (
    <Router aroundNav={navigateWithTransition}>
      <ProtectedArea
        whileChecking={(card) => <CheckingPlaceholder card={card} onPainted={HomePage.load} />}
      >
        <CancelledOrders />
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
