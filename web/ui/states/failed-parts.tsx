// Shows several failed parts of a page in one box with one Retry, e.g. while the server is overloaded.
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

/** The error message of a failed part, and its retry. */
type FailedPart = {
  readonly message: string
  readonly onRetry: () => void
  readonly busy: boolean
}

type Gathering = {
  readonly isGathered: boolean
  readonly report: (id: string, part: FailedPart | undefined) => void
}

const GatheringContext = createContext<Gathering | undefined>(undefined)

type Gathered = { readonly parts: ReadonlyMap<string, FailedPart>; readonly isGathered: boolean }

/**
 * Returns the state after part `id` failed, or loaded (`part` is undefined). The box appears at
 * `gatheredMin` failures and stays until the last part has loaded, so that messages do not jump.
 */
export function withPart(
  { parts, isGathered }: Gathered,
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
  /** Number of failures from which the box appears. Fewer are shown each in its own place. */
  gatheredMin?: number
  children: Elements
}

/** Wraps the parts of a page and shows the box above them. */
export function FailedParts({ gatheredMin = 3, children }: FailedPartsProps) {
  const [{ parts, isGathered }, setGathered] = useState<Gathered>({
    parts: new Map(),
    isGathered: false,
  })
  const report = useCallback(
    (id: string, part: FailedPart | undefined) => {
      setGathered((current) => withPart(current, id, part, gatheredMin))
    },
    [gatheredMin],
  )
  const gathering = useMemo(() => ({ isGathered, report }), [isGathered, report])
  return (
    <GatheringContext value={gathering}>
      {isGathered ? <FailedBox parts={parts} /> : null}
      {children}
    </GatheringContext>
  )
}

/** Wraps a layer over the page, such as a dialog: its failed parts are shown in it, not in the page's box. */
export function OwnFailures({ children }: { children: Elements }) {
  return <GatheringContext value={undefined}>{children}</GatheringContext>
}

/** Reports a failed part to FailedParts. Returns the id for FailedPlace if the box shows the failure. */
export function useGathered({ message, onRetry, busy }: FailedPart): string | undefined {
  const id = useId()
  const gathering = useContext(GatheringContext)
  const report = gathering?.report
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  // Runs before the paint, so that no part first shows its own error.
  useLayoutEffect(() => {
    report?.(id, { message, busy, onRetry: () => retry.current() })
  }, [report, id, message, busy])
  useLayoutEffect(() => () => report?.(id, undefined), [report, id])
  return gathering?.isGathered ? id : undefined
}

/** Marks the position of a failed part, so that the box lists parts from top to bottom. */
export function FailedPlace({ id }: { id: string }) {
  return <span hidden id={id} className="failed-part" />
}

/** Returns the failed parts in the order of the page. */
function useInPageOrder(parts: ReadonlyMap<string, FailedPart>): readonly FailedPart[] {
  const [order, setOrder] = useState<readonly string[]>([])
  // Runs before the paint, so that no line is seen to move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the parts moves places.
  useLayoutEffect(() => {
    setOrder(Array.from(document.querySelectorAll('.failed-part'), ({ id }) => id))
  }, [parts])
  return [...parts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([, part]) => part)
}

/** Returns the ref of a box with Retry. If the box is removed with the focus, its page or dialog gets it. */
export function useFocusHandedOn() {
  const box = useRef<HTMLDivElement>(null)
  // Runs before the removal, while the box still contains the focus.
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
  const box = useFocusHandedOn()
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
        <p className="mt-2 text-soft">{texts.common_nothing_lost()}</p>
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
