// Shows a time in the browser's time zone. Its title is the time in UTC.
import { formatClock, formatMoment, formatPrecisely, formatUtc } from './console-format.ts'

type MomentProps = {
  at: string | null
  /** True shows the time of day only, with seconds. */
  clock?: boolean
  /** True shows seconds, which tell two purchases apart. */
  precise?: boolean
}

/** Shows a time as a fact; a missing time is no fact. */
export const momentFact = (at: string | null) => (at === null ? null : <Moment at={at} />)

export function Moment({ at, clock = false, precise = false }: MomentProps) {
  if (at === null) return <span>–</span>
  return (
    <time dateTime={at} title={formatUtc(at)} className="tabular-nums md:whitespace-nowrap">
      {clock ? formatClock(at) : precise ? formatPrecisely(at) : formatMoment(at)}
    </time>
  )
}
