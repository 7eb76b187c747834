// Draws a figure by day as bars. A table with the same figures is below it.
import { formatDay, formatShortDay } from './console-format.ts'

type Day = { readonly day: string; readonly value: number }

type DayChartProps = {
  name: string
  /** In order of time. */
  days: readonly Day[]
  format: (value: number) => string
}

const height = 64
const barWidth = 10
const gap = 3

/** Returns the height of each bar. A figure that is not zero has at least 2. */
export function barHeights(values: readonly number[]): readonly number[] {
  const top = Math.max(...values, 0)
  return values.map((value) => (value <= 0 ? 0 : Math.max(2, (value / top) * height)))
}

export function DayChart({ name, days, format }: DayChartProps) {
  const heights = barHeights(days.map(({ value }) => value))
  const width = days.length * (barWidth + gap)
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  const top = Math.max(...days.map(({ value }) => value))
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{name}</span>
        <span className="text-soft text-sm tabular-nums">{`${format(total)} in all`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}, ${format(total)} in all, at most ${format(top)} a day`}
        className="h-16 w-full text-moss"
      >
        <path d={`M0 ${height + 0.5}H${width}`} stroke="currentColor" opacity="0.4" />
        {days.map(({ day, value }, index) => (
          <rect
            key={day}
            x={index * (barWidth + gap)}
            y={height - (heights[index] ?? 0)}
            width={barWidth}
            height={heights[index] ?? 0}
            fill="currentColor"
          >
            <title>{`${formatDay(day)}: ${format(value)}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-soft text-xs">
        <span>{formatShortDay(first.day)}</span>
        <span>{formatShortDay(last.day)}</span>
      </p>
      <details className="mt-1">
        <summary className="inline-block py-1 text-link text-sm">Show as a table</summary>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                {name}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day} className="border-line border-t">
                <td>{formatDay(day)}</td>
                <td className="text-right tabular-nums">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
