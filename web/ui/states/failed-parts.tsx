// Shows several failed parts of a page in one box with one Retry, for example if the server is overloaded.
// The box disappears when its last part has loaded.

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '../button.tsx'
import type { Elements } from '../elements.tsx'

/** A failed part: its error message, its retry, and whether a retry is running. */
export type FailedPart = {
  readonly message: string
  readonly onRetry: () => void
  readonly busy: boolean
  /** Whether the call got no answer. */
  readonly isOffline: boolean
}

type FailureReporting = {
  readonly isGathered: boolean
  readonly report: (id: string, part: FailedPart | undefined) => void
}

const FailureContext = createContext<FailureReporting | undefined>(undefined)

type FailureState = {
  readonly parts: ReadonlyMap<string, FailedPart>
  readonly isGathered: boolean
}

/**
 * Returns the state after the part `id` failed, or has loaded (`part` is undefined). The box appears at
 * `gatheredMin` failures and stays until the last part has loaded, so that messages do not move.
 */
export function withPart(
  { parts, isGathered }: FailureState,
  id: string,
  part: FailedPart | undefined,
  gatheredMin: number,
) {
  const next = new Map(parts)
  if (part) next.set(id, part)
  else next.delete(id)
  return { parts: next, isGathered: next.size >= gatheredMin || (isGathered && next.size > 0) }
}

type FailedPartsProps = {
  /** Minimum number of failures for the box. Fewer failures are shown at their parts. */
  gatheredMin?: number
  children: Elements
}

/** Wraps the parts of a page, and shows the box above them. */
export function FailedParts({ gatheredMin = 3, children }: FailedPartsProps) {
  const [{ parts, isGathered }, setState] = useState<FailureState>({
    parts: new Map(),
    isGathered: false,
  })
  const report = useCallback(
    (id: string, part: FailedPart | undefined) => {
      setState((current) => withPart(current, id, part, gatheredMin))
    },
    [gatheredMin],
  )
  const reporting = useMemo(() => ({ isGathered, report }), [isGathered, report])
  return (
    <FailureContext value={reporting}>
      {isGathered ? <FailedBox parts={parts} /> : null}
      {children}
    </FailureContext>
  )
}

/** Wraps a dialog, so that its failed parts are shown in the dialog, not in the page's box. */
export function OwnFailures({ children }: { children: Elements }) {
  return <FailureContext value={undefined}>{children}</FailureContext>
}

/**
 * Reports a failed part to FailedParts. If the box shows the failure, returns the id for FailedPartMarker.
 */
export function useFailureReport({
  message,
  onRetry,
  busy,
  isOffline,
}: FailedPart): string | undefined {
  const id = useId()
  const reporting = useContext(FailureContext)
  const report = reporting?.report
  const latestOnRetry = useRef(onRetry)
  useEffect(() => {
    latestOnRetry.current = onRetry
  })
  // This runs before the paint, so that no part first shows its own error.
  useLayoutEffect(() => {
    report?.(id, { message, busy, isOffline, onRetry: () => latestOnRetry.current() })
  }, [report, id, message, busy, isOffline])
  useLayoutEffect(() => () => report?.(id, undefined), [report, id])
  return reporting?.isGathered ? id : undefined
}

/** Marks the position of a failed part, so that the box lists the parts from top to bottom. */
export function FailedPartMarker({ id }: { id: string }) {
  return <span hidden id={id} className="failed-part" />
}

/** Returns the failed parts in the order of the page. */
function useInPageOrder(parts: ReadonlyMap<string, FailedPart>): readonly FailedPart[] {
  const [order, setOrder] = useState<readonly string[]>([])
  // This runs before the paint, so that the user sees no line move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order must be read after each change of parts
  useLayoutEffect(() => {
    setOrder(Array.from(document.querySelectorAll('.failed-part'), ({ id }) => id))
  }, [parts])
  return [...parts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([, part]) => part)
}

/**
 * Returns the ref of a box with Retry. If the box is removed while it has the focus, its page or dialog gets
 * it.
 */
export function useFocusHandover() {
  const box = useRef<HTMLDivElement>(null)
  // A layout effect's cleanup runs before the removal, while the box still contains the focus.
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      element.closest<HTMLElement>('main, [role="dialog"]')?.focus({ preventScroll: true })
    }
  }, [])
  return box
}

function FailedBox({ parts: byId }: { parts: ReadonlyMap<string, FailedPart> }) {
  const parts = useInPageOrder(byId)
  const box = useFocusHandover()
  return (
    <div
      ref={box}
      className="flex flex-wrap items-end justify-between gap-4 rounded-card border border-line bg-surface px-4.5 py-4"
    >
      <div role="alert" className="min-w-0">
        <ul className="grid gap-1 font-medium">
          {[...new Set(parts.map(({ message }) => message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <p className="mt-2 text-soft">
          {parts.some(({ isOffline }) => isOffline)
            ? texts.common_offline_part()
            : texts.common_nothing_lost()}
        </p>
      </div>
      <Button
        busy={parts.some(({ busy }) => busy)}
        onClick={() => {
          for (const { onRetry } of parts) onRetry()
        }}
      >
        {texts.common_retry()}
      </Button>
    </div>
  )
}
