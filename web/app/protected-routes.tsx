// Maps the paths of /app to its pages, whose code loads on demand. The landing page's bundle must not import
// this file.
import { Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { GiftOpener } from '#features/passport/web/gift-opener.tsx'
import { checkSession } from '#features/people/web/session/session.ts'
import { useCancelledOrders } from '#features/purchases/web/checkout/cancel-order.ts'
import { RewardAction } from '#features/purchases/web/success/reward-action.ts'
import { lazyPart } from '../api/lazy-part.ts'
import { paths, patterns } from '../paths.ts'
import { navigateWithTransition } from '../shell/view-transition.ts'
import { PartBoundary } from '../ui/states/part-boundary.tsx'
import { FrameBoundary } from './frame-boundary.tsx'
import { CheckingPlaceholder, PageSkeleton } from './page-skeleton.tsx'
import { ProtectedArea } from './protected-area.tsx'
import { replaceDrawn } from './replace-drawn.ts'

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
const PlansPage = lazyPart(() => import('#features/plans/web/plans-page.tsx'), 'PlansPage')

const pages = [
  [paths.home, HomePage],
  [paths.offers, OffersPage],
  [paths.card, CardPage],
  [paths.settings, ProfilePage],
  [paths.projects, ProjectsPage],
  [patterns.project, ProjectPage],
  [paths.transactions, TransactionsPage],
  [paths.leaderboards, LeaderboardsPage],
  [paths.estimate, EstimatePage],
  [paths.plans, PlansPage],
  [patterns.planMonth, PlansPage],
] as const

const routes = pages.map(([path, page]) => <Route key={path} path={path} component={page} />)

const RewardOpener = lazyPart(
  () => import('#features/reward-claims/web/reward-opener.tsx'),
  'RewardOpener',
)
const openReward = (reward: Reward) => (
  <PartBoundary loading={null}>
    <RewardOpener reward={reward} />
  </PartBoundary>
)

/** Returns whether the path is one of the pattern. */
export function isAt(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path)
}

/** Loads the code of the page at `path`, if there is one. A rendering of the page then shows no placeholder. */
export function loadPage(path: string): Promise<unknown> {
  const [, page] = pages.find(([pattern]) => isAt(pattern, path)) ?? []
  return Promise.resolve(page?.load())
}

/**
 * Calls `render` to replace the content of the document at once. A page that the server drew is replaced when its
 * code has loaded and the session is known.
 */
export async function replaceBuilt(root: HTMLElement, render: () => void): Promise<void> {
  if (!('drawn' in root.dataset)) return render()
  // A failed load is shown by the page.
  await Promise.all([loadPage(location.pathname).catch(() => undefined), checkSession()])
  replaceDrawn(root, render)
}

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
          <RewardAction value={openReward}>
            <GiftOpener>
              <Suspense fallback={<PageSkeleton />}>
                <Switch>
                  {routes}
                  <Route>
                    <Redirect to={paths.home} replace />
                  </Route>
                </Switch>
              </Suspense>
            </GiftOpener>
          </RewardAction>
        </FrameBoundary>
      </ProtectedArea>
    </Router>
  )
}
