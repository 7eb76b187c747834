// Composes the console: query cache, toasts, session and routes.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { getStaffMe } from '#features/staff/staff-calls.ts'
import { mayRead } from '#values/staff/roles.ts'
import { ApiError } from '#web/api/api.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ToastProvider } from '#web/ui/dialog/toast.tsx'
import { BalancesPage } from './books/balances-page.tsx'
import { DifferencesPage } from './books/differences-page.tsx'
import { JournalPage } from './books/journal-page.tsx'
import { MonthsPage } from './books/months-page.tsx'
import { PayoutsPage } from './books/payouts-page.tsx'
import { DeskPage } from './desk/desk-page.tsx'
import { ConsoleFrame } from './frame/console-frame.tsx'
import { pageParts, signInAddress, signInPath } from './frame/console-paths.ts'
import { InvitationPage } from './frame/invitation-page.tsx'
import { PageHeader } from './frame/page-header.tsx'
import { SignInPage } from './frame/sign-in-page.tsx'
import { useSignInWhenEnded } from './frame/sign-in-when-ended.ts'
import { MeContext, useMe } from './frame/signed-in-staff.tsx'
import { ApprovalsPage } from './pages/approvals-page.tsx'
import { AuditPage } from './pages/audit-page.tsx'
import { BatchPage } from './pages/batch-page.tsx'
import { BatchesPage } from './pages/batches-page.tsx'
import { ProjectPage } from './pages/console-project-page.tsx'
import { ProjectsPage } from './pages/console-projects-page.tsx'
import { DisputesPage } from './pages/disputes-page.tsx'
import { MemberPage } from './pages/member-page.tsx'
import { PeoplePage } from './pages/people-page.tsx'
import { PersonPage } from './pages/person-page.tsx'
import { ProgrammePage } from './pages/programme-page.tsx'
import { ProgrammesPage } from './pages/programmes-page.tsx'
import { PurchasePage } from './pages/purchase-page.tsx'
import { PurchasesPage } from './pages/purchases-page.tsx'
import { RecordedPage } from './pages/recorded-page.tsx'
import { RetirementPage } from './pages/retirement-page.tsx'
import { StaffPage } from './pages/staff-page.tsx'
import { TodayPage } from './pages/today-page.tsx'
import { Problem } from './parts/load-problem.tsx'

export function ConsoleApp() {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ErrorBoundary FallbackComponent={ConsoleFailed}>
          <Pages />
        </ErrorBoundary>
      </ToastProvider>
    </QueryClientProvider>
  )
}

function Pages() {
  useSignInWhenEnded()
  return (
    <Switch>
      <Route path={signInPath}>
        <SignInPage />
      </Route>
      <Route path="/invitation/:token">{({ token }) => <InvitationPage token={token} />}</Route>
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  )
}

/** Loads the member of staff, then shows the frame with the page. */
function SignedIn() {
  const [location] = useLocation()
  const query = useAnswer(getStaffMe, {}, { staleTime: 60_000 })
  const { data: me, error, isFetching } = query
  if (me !== undefined) {
    return (
      <MeContext value={me}>
        <ConsoleFrame>
          <ErrorBoundary FallbackComponent={PageFailed} resetKeys={[location]}>
            <PageOfPath />
          </ErrorBoundary>
        </ConsoleFrame>
      </MeContext>
    )
  }
  if (error instanceof ApiError && error.status === 401) {
    return <Redirect to={signInAddress(`${location}${window.location.search}`)} replace />
  }
  return (
    <main className="grid min-h-dvh place-content-center p-6">
      <h1 className="sr-only">Carbon Passport console</h1>
      {query.isError || query.errorUpdateCount > 0 ? (
        <Problem error={error} busy={isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <p role="status" className="text-soft">
          Loading…
        </p>
      )}
    </main>
  )
}

function PageOfPath() {
  return (
    <Switch>
      <Route path="/">
        <FirstPage />
      </Route>
      <Route path="/people">
        <PeoplePage />
      </Route>
      <Route path="/people/:id">{({ id }) => <PersonPage key={id} id={id} />}</Route>
      <Route path="/purchases">
        <PurchasesPage />
      </Route>
      <Route path="/purchases/:id">{({ id }) => <PurchasePage key={id} id={id} />}</Route>
      <Route path="/disputes">
        <DeskPage />
      </Route>
      <Route path="/disputes/all">
        <DisputesPage />
      </Route>
      <Route path="/catalogue/projects">
        <ProjectsPage />
      </Route>
      <Route path="/catalogue/projects/:id">{({ id }) => <ProjectPage key={id} id={id} />}</Route>
      <Route path="/catalogue/batches">
        <BatchesPage />
      </Route>
      <Route path="/catalogue/batches/:id">{({ id }) => <BatchPage key={id} id={id} />}</Route>
      <Route path="/retirement">
        <RetirementPage />
      </Route>
      <Route path="/retirement/recorded">
        <RecordedPage />
      </Route>
      <Route path="/programmes">
        <ProgrammesPage />
      </Route>
      <Route path="/programmes/:id">{({ id }) => <ProgrammePage key={id} id={id} />}</Route>
      <Route path="/books">
        <BalancesPage />
      </Route>
      <Route path="/books/journal">
        <JournalPage />
      </Route>
      <Route path="/books/payouts">
        <PayoutsPage />
      </Route>
      <Route path="/books/differences">
        <DifferencesPage />
      </Route>
      <Route path="/books/months">
        <MonthsPage />
      </Route>
      <Route path="/approvals">
        <ApprovalsPage />
      </Route>
      <Route path="/audit">
        <AuditPage />
      </Route>
      <Route path="/staff">
        <StaffPage />
      </Route>
      <Route path="/staff/:id">{({ id }) => <MemberPage key={id} id={id} />}</Route>
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  )
}

/** Shows Today, or leads to the first page that the roles may read. */
function FirstPage() {
  const { roles } = useMe()
  const first = pageParts.find(({ part }) => mayRead(roles, part))
  if (first === undefined || first.path === '/') return <TodayPage />
  return <Redirect to={first.path} replace />
}

function UnknownPage() {
  return (
    <PageHeader title="There is no such page">
      <p className="text-soft">Choose a page in the navigation, or search for a record.</p>
    </PageHeader>
  )
}

function PageFailed({ resetErrorBoundary }: FallbackProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <h1 className="text-[1.75rem]">This page failed</h1>
      <p>Nothing was changed by it.</p>
      <Button onClick={resetErrorBoundary}>Show it again</Button>
    </div>
  )
}

function ConsoleFailed() {
  return (
    <main role="alert" className="grid min-h-dvh place-content-center gap-4 p-6">
      <h1 className="text-[1.75rem]">The console failed</h1>
      <Button onClick={() => location.reload()}>Load it again</Button>
    </main>
  )
}
