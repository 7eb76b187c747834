// Shows notices in place of empty and of failed parts of a page. A failed part always has Retry.

import { useState } from 'react'
import { isUnreached } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { Button } from './button.tsx'
import type { Elements } from './elements.tsx'
import {
  type FailedPart,
  FailedPartMarker,
  useFailureReport,
  useFocusHandover,
} from './states/failed-parts.tsx'

/** Shows the notice of an empty part. `children` may contain one button or link. */
export function EmptyState({ message, children }: { message: string; children?: Elements }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border-[1.5px] border-line border-dashed px-5 py-9 text-center">
      <svg
        viewBox="0 0 96 60"
        className="h-15 text-faint"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <rect x="14" y="8" width="68" height="44" rx="4" strokeDasharray="3 4" />
        <circle cx="48" cy="30" r="14" strokeDasharray="2 3.5" />
        <path d="M48 37v-9m0 3.5c-4.5 0-6-3-6-6 4 0 6 2 6 6Zm0-2c0-3.5 2-5.5 5.5-5.5 0 3.5-2 5.5-5.5 5.5Z" />
      </svg>
      <p className="max-w-sm text-soft">{message}</p>
      {children}
    </div>
  )
}

/** Shows the notice of an empty part in one line, for a page with other content. */
export function EmptyLine({ message }: { message: string }) {
  return (
    <p className="rounded-card border-[1.5px] border-line border-dashed px-4 py-3 text-soft">
      {message}
    </p>
  )
}

/**
 * Shows the error message and Retry of a failed part. If FailedParts shows the page's failures in one box, it
 * renders only a hidden marker of the part's position.
 */
export function ErrorState({ message, onRetry, busy = false, error }: ErrorStateProps) {
  const [isOffline, setOffline] = useState(false)
  // During Retry there is no error, and the notice stays.
  if (error && isUnreached(error) !== isOffline) setOffline(!isOffline)
  const part = { message, onRetry, busy, isOffline }
  const gatheredId = useFailureReport(part)
  if (gatheredId !== undefined) return <FailedPartMarker id={gatheredId} />
  return <OwnError {...part} />
}

function OwnError({ message, onRetry, busy, isOffline }: FailedPart) {
  const box = useFocusHandover()
  return (
    <div
      ref={box}
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-3 rounded-card border px-4.5 py-4 ${
        isOffline ? 'border-line border-dashed bg-surface' : 'border-danger/30 bg-danger-page'
      }`}
    >
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className={`font-medium ${isOffline ? '' : 'text-danger'}`}>{message}</p>
        {isOffline ? <p className="mt-1 text-soft">{texts.common_offline_part()}</p> : null}
      </div>
      <span className="max-w-full">
        <Button variant="outline" size="small" onClick={onRetry} busy={busy}>
          {texts.common_retry()}
        </Button>
      </span>
    </div>
  )
}

type ErrorStateProps = {
  message: string
  onRetry: () => void
  busy?: boolean
  /** The error of the call. Without an answer the notice says that the user is offline. */
  error?: unknown
}
