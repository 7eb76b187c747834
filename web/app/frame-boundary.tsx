// Shows an error message and Retry in place of a failed page of /app. Header and navigation stay. A
// navigation to another page removes the message.

import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useLocation } from 'wouter'
import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { PageFailed } from '../shell/app-boundary.tsx'
import { useReloadOnce } from '../shell/reload-once.ts'
import { onReset, useRedrawn, useRetry } from '../shell/use-retry.ts'
import { PageSkeleton } from './page-skeleton.tsx'

export function FrameBoundary({ children }: { children: Elements }) {
  const [location] = useLocation()
  return (
    <ErrorBoundary FallbackComponent={Failed} resetKeys={[location]} onReset={onReset}>
      {children}
    </ErrorBoundary>
  )
}

function Failed(props: FallbackProps) {
  const { isBusy, isOffline, retry } = useRetry(props)
  const isRedrawn = useRedrawn(props)
  if (useReloadOnce(props.error) || isRedrawn) return <PageSkeleton />
  return (
    <div className="grid min-h-[55dvh] content-center">
      <PageFailed
        onRetry={retry}
        busy={isBusy}
        explanation={isOffline ? texts.common_offline_part() : undefined}
      />
    </div>
  )
}
