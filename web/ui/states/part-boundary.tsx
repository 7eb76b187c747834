// Shows an error and Retry in place of a failed part of a page. The rest of the page stays. This code must
// load with /app, because it is needed when other code is missing.

import { Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { onReset, useRedrawn, useRetry } from '#web/shell/use-retry.ts'
import { texts } from '#web/texts.ts'
import { Button } from '../button.tsx'
import { useCloseOnBack } from '../dialog/close-on-back.ts'
import type { Elements } from '../elements.tsx'
import { ErrorState } from '../empty-or-error.tsx'
import '../dialog/native-dialog.css'

type PartBoundaryProps = {
  /** Shown while its code loads. */
  loading: Elements
  children: Elements
}

/** Wraps a part of a page. */
export function PartBoundary({ loading, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary FallbackComponent={PartFailed} onReset={onReset}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function PartFailed(props: FallbackProps) {
  const { isBusy, isOffline, retry } = useRetry(props)
  if (useRedrawn(props)) return null
  const message = isOffline ? texts.common_offline_part() : texts.common_part_failed()
  return <ErrorState message={message} onRetry={retry} busy={isBusy} />
}

type DialogBoundaryProps = {
  open: boolean
  onClose: () => void
  children: Elements
}

/** Wraps a dialog, and shows its failure as a dialog too. If it is opened again, it is rendered again. */
export function DialogBoundary({ open, onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary
      onReset={onReset}
      fallbackRender={(failure) => <DialogFallback {...failure} open={open} onClose={onClose} />}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

type DialogFallbackProps = FallbackProps & { open: boolean; onClose: () => void }

function DialogFallback({ open, onClose, ...failure }: DialogFallbackProps) {
  const { resetErrorBoundary } = failure
  const wasOpen = useRef(open)
  // This runs before the paint, so that the user does not see the previous failure again.
  useLayoutEffect(() => {
    if (open && !wasOpen.current) resetErrorBoundary()
    wasOpen.current = open
  }, [open, resetErrorBoundary])
  const isRedrawn = useRedrawn(failure)
  return open && !isRedrawn ? <FailedDialog {...failure} onClose={onClose} /> : null
}

/** Shows the failure in a native `<dialog>`, because the code of dialog.tsx may be missing. */
function FailedDialog({ onClose, ...failure }: FallbackProps & { onClose: () => void }) {
  const { isBusy, isOffline, retry } = useRetry(failure)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useCloseOnBack(true, onClose)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="native-dialog open:grid open:gap-4.5 backdrop:bg-veil min-[44rem]:p-7.5"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="flex items-start justify-between gap-4">
        <h1 id={titleId} className="min-w-0 text-[min(1.625rem,10vw)]">
          {texts.common_part_failed()}
        </h1>
        <button
          type="button"
          onClick={onClose}
          className="-mt-1 -mr-2 min-h-11 shrink-0 rounded-lg px-2 font-medium text-soft hover:text-ink"
        >
          {texts.common_close()}
        </button>
      </div>
      <p className="text-soft">
        {isOffline ? texts.common_offline_part() : texts.common_nothing_lost()}
      </p>
      <Button size="large" wide busy={isBusy} onClick={retry}>
        {texts.common_retry()}
      </Button>
    </dialog>
  )
}
