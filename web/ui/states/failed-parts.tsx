// Where much of a page failed at once, as while the server is busy: one box says what, with one Retry,
// and no part says it in its own place. It goes when the last of them is there.

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

/** What a part says where it failed, and how it tries again. */
type FailedPart = {
  readonly message: string
  readonly onRetry: () => void
  readonly busy: boolean
}

/** Fewer than these say it each in its own place. */
const gatheredMin = 3

type Gathering = {
  readonly isGathered: boolean
  readonly report: (id: string, part: FailedPart | undefined) => void
}

const GatheringContext = createContext<Gathering | undefined>(undefined)

type Gathered = { readonly parts: ReadonlyMap<string, FailedPart>; readonly isGathered: boolean }

/** Once gathered, they stay so until the last of them is there: no sentence jumps to and fro. */
export function withPart(
  { parts, isGathered }: Gathered,
  id: string,
  part: FailedPart | undefined,
) {
  const next = new Map(parts)
  if (part) next.set(id, part)
  else next.delete(id)
  return { parts: next, isGathered: next.size >= gatheredMin || (isGathered && next.size > 0) }
}

/** Around the parts of a page. */
export function FailedParts({ children }: { children: Elements }) {
  const [{ parts, isGathered }, setGathered] = useState<Gathered>({
    parts: new Map(),
    isGathered: false,
  })
  const report = useCallback((id: string, part: FailedPart | undefined) => {
    setGathered((now) => withPart(now, id, part))
  }, [])
  const gathering = useMemo(() => ({ isGathered, report }), [isGathered, report])
  return (
    <GatheringContext value={gathering}>
      {isGathered ? <FailedBox parts={parts} /> : null}
      {children}
    </GatheringContext>
  )
}

/** Around what lies over the page, such as a dialog: what fails there is said there. */
export function OwnFailures({ children }: { children: Elements }) {
  return <GatheringContext value={undefined}>{children}</GatheringContext>
}

/** The id of the part's place, where one box says it and the part itself has nothing to say. */
export function useGathered({ message, onRetry, busy }: FailedPart): string | undefined {
  const id = useId()
  const gathering = useContext(GatheringContext)
  const report = gathering?.report
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  // Before it is painted: what one box says is never first said by each part.
  useLayoutEffect(() => {
    report?.(id, { message, busy, onRetry: () => retry.current() })
  }, [report, id, message, busy])
  useLayoutEffect(() => () => report?.(id, undefined), [report, id])
  return gathering?.isGathered ? id : undefined
}

/** Holds the place of a part that failed, so that one box can name the parts from top to bottom. */
export function FailedPlace({ id }: { id: string }) {
  return <span hidden id={id} className="failed-part" />
}

/** The parts as they stand on the page, whichever of them failed first. */
function useInPageOrder(parts: ReadonlyMap<string, FailedPart>): readonly FailedPart[] {
  const [order, setOrder] = useState<readonly string[]>([])
  // Before it is painted, so that no line is seen to move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the parts moves places.
  useLayoutEffect(() => {
    setOrder(Array.from(document.querySelectorAll('.failed-part'), ({ id }) => id))
  }, [parts])
  return [...parts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([, part]) => part)
}

/** The ref of a box with a Retry. When the box goes, a focus in it moves to its page or sheet. */
export function useFocusHandedOn() {
  const box = useRef<HTMLDivElement>(null)
  // Before it is gone, so that a keyboard goes on where the parts now stand.
  useLayoutEffect(() => {
    const here = box.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      here.closest<HTMLElement>('main, [role="dialog"]')?.focus({ preventScroll: true })
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
