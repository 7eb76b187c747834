// Draws the kilograms sold each week as a bar chart, with a table of the same figures
// (docs/product.md#weekly-purchases). The data includes weeks without a sale.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { WeeklyPurchase } from '#features/catalogue/catalogue-calls.ts'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import './weekly-chart.css'

/** Number of ticks of the y axis (docs/product.md#weekly-purchases). */
const tickCount = 5
const minimumBarPx = 6
const growAfterMs = 50

/** Sizes in px. The chart is as wide as its container, so that its text is never scaled. */
const view = { narrowest: 240, height: 192, right: 16, top: 18, bottom: 28 } as const
/** Maximum widths in px: of a digit at the axis, and of a bar. */
const digitWidth = 7
const barMaxWidth = 34
/** Minimum width in px of a week with a label. If weeks are narrower, every other week has a label. */
const labelWidth = 38
const plotHeight = view.height - view.top - view.bottom
const baseY = view.top + plotHeight

/**
 * Returns the distance of two ticks in kilograms: the smallest of 1, 2, 2.5 or 5 times a power of ten, so
 * that the last tick is at least `highest`.
 */
export function axisStep(highest: number): number {
  const stepMin = Math.max(1, highest / (tickCount - 1))
  const magnitude = 10 ** Math.floor(Math.log10(stepMin))
  const factor = [1, 2, 2.5, 5, 10].find((choice) => choice * magnitude >= stepMin) ?? 10
  return Math.max(1, Math.ceil(factor * magnitude))
}

/** A bar higher than all others by more than this factor is truncated, because it would flatten them. */
const outlierFactor = 4

/**
 * Returns the kilograms that the axis must reach: those of the highest week or, if its bar is truncated,
 * those of the second highest week.
 */
export function highestDrawn(purchases: readonly number[]): number {
  const [highest = 0, second = 0] = [...purchases].sort((one, other) => other - one)
  return second > 0 && highest > second * outlierFactor ? second : highest
}

/** Returns a description of the chart: the sum, the highest week and the current week. */
function describeChart(weeks: readonly WeeklyPurchase[]): string {
  const sum = weeks.reduce((kg, { purchased_kg }) => kg + purchased_kg, 0)
  const [best] = [...weeks].sort((one, other) => other.purchased_kg - one.purchased_kg)
  return texts.projects_weeks_in_words({
    kg: formatKg(sum),
    weeks: weeks.length,
    week: best ? partsOf(best.week).week : '',
    most: formatKg(best?.purchased_kg ?? 0),
    now: formatKg(weeks.at(-1)?.purchased_kg ?? 0),
  })
}

/** Splits `2026-7` into year and week. */
function partsOf(week: string) {
  const [year = '', number = ''] = week.split('-')
  return { year, week: number }
}

/**
 * Returns the width of an element in px, and renders again when it changes. The observer reports the first
 * width too. Reading it in an effect would lay the page out in the task that renders it.
 */
function useWidth(container: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState<number>(view.narrowest)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => setWidth(Math.max(view.narrowest, element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [container])
  return width
}

export function WeeklyChart({ weeks }: { weeks: readonly WeeklyPurchase[] }) {
  const highest = Math.max(0, ...weeks.map((week) => week.purchased_kg))
  if (highest === 0) return <EmptyState message={texts.projects_no_activity()} />
  return <Chart weeks={weeks} />
}

type ChartProps = { weeks: readonly WeeklyPurchase[] }

function Chart({ weeks }: ChartProps) {
  const container = useRef<HTMLElement>(null)
  const width = useWidth(container)
  const step = axisStep(highestDrawn(weeks.map(({ purchased_kg }) => purchased_kg)))
  const left = Math.max(24, formatKg(step * (tickCount - 1)).length * digitWidth + 10)
  return (
    <figure ref={container}>
      <figcaption className="mb-2 text-[0.9375rem] text-soft">{describeChart(weeks)}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${view.height}`}
        width={width}
        height={view.height}
        className="max-w-full fill-soft font-medium text-[12px]"
        aria-hidden="true"
      >
        <Axis step={step} left={left} right={width - view.right} />
        <Bars weeks={weeks} top={step * (tickCount - 1)} left={left} right={width - view.right} />
      </svg>
      <WeeksTable weeks={weeks} />
    </figure>
  )
}

function Axis({ step, left, right }: { step: number; left: number; right: number }) {
  return Array.from({ length: tickCount }, (_, tick) => {
    const y = baseY - (tick / (tickCount - 1)) * plotHeight
    return (
      <g key={y} className="weekly-tick">
        <path d={`M${left} ${y}H${right}`} className="stroke-line" />
        <text x={left - 8} y={y + 4} textAnchor="end">
          {tick === tickCount - 1 ? formatKg(tick * step) : formatCount(tick * step)}
        </text>
      </g>
    )
  })
}

type BarsProps = { weeks: readonly WeeklyPurchase[]; top: number; left: number; right: number }

function Bars({ weeks, top, left, right }: BarsProps) {
  const [hasGrown, setHasGrown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasGrown(true), growAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const weekWidth = (right - left) / weeks.length
  const barWidth = Math.min(barMaxWidth, weekWidth * 0.6)
  return weeks.map(({ week, purchased_kg }, index) => {
    const middle = left + index * weekWidth + weekWidth / 2
    const isTruncated = purchased_kg > top
    const height = Math.max(minimumBarPx, Math.min(1, purchased_kg / top) * plotHeight)
    const weeksAgo = weeks.length - 1 - index
    const weekParts = partsOf(week)
    return (
      <g key={week}>
        {purchased_kg > 0 ? (
          <rect
            x={middle - barWidth / 2}
            y={baseY - height}
            width={barWidth}
            height={height}
            rx="4"
            className={`weekly-bar ${weeksAgo === 0 ? 'weekly-bar-now' : ''} ${hasGrown ? 'weekly-bar-grown' : ''}`}
          >
            <title>{`${texts.projects_week_of_year(weekParts)}: ${formatKg(purchased_kg)}`}</title>
          </rect>
        ) : null}
        {isTruncated ? (
          <TruncationMark x={middle} halfWidth={barWidth / 2} kg={purchased_kg} />
        ) : null}
        {weekWidth >= labelWidth || weeksAgo % 2 === 0 ? (
          <text x={middle} y={view.height - 8} textAnchor="middle">
            {texts.projects_week_short({ week: weekParts.week })}
          </text>
        ) : null}
      </g>
    )
  })
}

/** Draws two gaps in a truncated bar, and its kilograms above it. */
function TruncationMark({ x, halfWidth, kg }: { x: number; halfWidth: number; kg: number }) {
  const y = view.top + plotHeight * 0.16
  const from = x - halfWidth - 2
  const gap = (top: number) => `M${from} ${top + 4}L${x + halfWidth + 2} ${top - 4}`
  return (
    <>
      <path d={`${gap(y)}${gap(y + 7)}`} className="weekly-cut stroke-3 stroke-paper" />
      <text x={x} y={view.top - 4} textAnchor="middle" className="font-[640]">
        {formatCount(kg)}
      </text>
    </>
  )
}

const cellClass = 'border-line border-b py-1.75 font-medium'

function WeeksTable({ weeks }: { weeks: readonly WeeklyPurchase[] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-[0.9375rem] text-link">
        {texts.projects_as_table()}
      </summary>
      <table className="w-full tabular-nums">
        <thead>
          <tr>
            <th scope="col" className={`${cellClass} text-left`}>
              {texts.projects_week_column()}
            </th>
            <th scope="col" className={`${cellClass} text-right`}>
              {texts.projects_kg_column()}
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, purchased_kg }) => (
            <tr key={week}>
              <th scope="row" className={`${cellClass} text-left`}>
                {texts.projects_week_of_year(partsOf(week))}
              </th>
              <td className={`${cellClass} text-right`}>{formatKg(purchased_kg)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
