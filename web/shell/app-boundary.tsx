// Shows an error message, Retry and a link to the landing page if the whole app fails. It must stay small,
// because it is in the landing page's bundle.
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { Logo, LogoMark } from './logo.tsx'
import { usePageTitle } from './page-title.ts'
import { useReloadOnce } from './reload-once.ts'

export function AppBoundary({ children }: { children: Elements }) {
  const [location] = useLocation()
  return (
    <ErrorBoundary FallbackComponent={AppFailed} resetKeys={[location]}>
      {children}
    </ErrorBoundary>
  )
}

/** Shows the error. Retry and the link load a new document, because no part of the app works any more. */
function AppFailed({ error }: FallbackProps) {
  if (useReloadOnce(error)) return <Loading />
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-8 p-6">
      <a href={paths.landing} className="inline-flex min-h-11 items-center text-soft">
        <Logo />
      </a>
      <PageFailed onRetry={() => location.reload()} />
    </main>
  )
}

type PageFailedProps = { onRetry: () => void; busy?: boolean; explanation?: string | undefined }

/** Shows an error message and Retry in place of a failed page. */
export function PageFailed({ onRetry, busy = false, explanation }: PageFailedProps) {
  const title = texts.common_page_failed()
  usePageTitle(title)
  return (
    <div role="alert" className="grid justify-items-center gap-4 text-center">
      <h1 className="text-[1.75rem]">{title}</h1>
      <p className="text-soft">{explanation ?? texts.common_nothing_lost()}</p>
      <Button busy={busy} onClick={onRetry}>
        {texts.common_retry()}
      </Button>
    </div>
  )
}

/** Shows 'Loading…', and `children` below it. */
export function Loading({ children }: { children?: Elements }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 text-soft">
      <h1 data-passing="" className="sr-only">
        {texts.common_product()}
      </h1>
      <LogoMark className="size-10 animate-pulse" />
      <p role="status" className="noscript:hidden">
        {texts.common_loading()}
      </p>
      {children}
    </main>
  )
}
