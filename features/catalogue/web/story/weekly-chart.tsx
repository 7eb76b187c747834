// Draws the kilograms sold each week as a bar chart, with a table of the same figures
// (docs/product.md#weekly-purchases). The server sends weeks without a sale too.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WeeklyPurchase } from '#features/catalogue/catalogue-calls.ts'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import './weekly-chart.css'

/** Ticks of the y axis (docs/product.md#weekly-purchases). */
const tickCount = 5
const minimumBarPx = 6
const growAfterMs = 50

/** Sizes in px. The chart is as wide as its container, so that its text is never scaled. */
const view = { narrowest: 240, height: 192, right: 16, top: 18, bottom: 28 } as const
/** Maximum width in px of a digit of the axis, and of a bar. */
const digitWidth = 7
const barMaxWidth = 34
/** Minimum px per week at which every week has a label; below it every other week has one. */
const labelWidth = 38
const plotHeight = view.height - view.top - view.bottom
const floor = view.top + plotHeight

/**
 * Returns the smallest step of 1, 2, 2.5 or 5 times a power of ten, four of which reach `highest`.
 */
export function axisStep(highest: number): number {
  const rough = Math.max(1, highest / (tickCount - 1))
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((choice) => choice * power >= rough) ?? 10
  return Math.max(1, Math.ceil(factor * power))
}

/** A bar more than this factor above all others is truncated, because it would flatten them. */
const outlierFactor = 4

/**
 * Returns the kilograms that the axis must reach: the highest week's, or the second highest's if the
 * highest week is truncated.
 */
export function highestDrawn(purchases: readonly number[]): number {
  const [highest = 0, second = 0] = [...purchases].sort((one, other) => other - one)
  return second > 0 && highest > second * outlierFactor ? second : highest
}

/** Describes the chart in up to three sentences: the sum, the highest week and the current week. */
function chartWords(weeks: readonly WeeklyPurchase[]): string {
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

function useWidth(container: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState<number>(view.narrowest)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => setWidth(Math.max(view.narrowest, element.clientWidth))
    measure()
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
      <figcaption className="mb-2 text-[0.9375rem] text-soft">{chartWords(weeks)}</figcaption>
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
    const y = floor - (tick / (tickCount - 1)) * plotHeight
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
  const [grown, setGrown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGrown(true), growAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const slot = (right - left) / weeks.length
  const barWidth = Math.min(barMaxWidth, slot * 0.6)
  return weeks.map(({ week, purchased_kg }, index) => {
    const middle = left + index * slot + slot / 2
    const isCut = purchased_kg > top
    const height = Math.max(minimumBarPx, Math.min(1, purchased_kg / top) * plotHeight)
    const fromLast = weeks.length - 1 - index
    const words = partsOf(week)
    return (
      <g key={week}>
        {purchased_kg > 0 ? (
          <rect
            x={middle - barWidth / 2}
            y={floor - height}
            width={barWidth}
            height={height}
            rx="4"
            className={`weekly-bar ${fromLast === 0 ? 'weekly-bar-now' : ''} ${grown ? 'weekly-bar-grown' : ''}`}
          >
            <title>{`${texts.projects_week_of_year(words)}: ${formatKg(purchased_kg)}`}</title>
          </rect>
        ) : null}
        {isCut ? <Cut x={middle} halfWidth={barWidth / 2} kg={purchased_kg} /> : null}
        {slot >= labelWidth || fromLast % 2 === 0 ? (
          <text x={middle} y={view.height - 8} textAnchor="middle">
            {texts.projects_week_short({ week: words.week })}
          </text>
        ) : null}
      </g>
    )
  })
}

/** Draws two gaps in a truncated bar, and its kilograms as text. */
function Cut({ x, halfWidth, kg }: { x: number; halfWidth: number; kg: number }) {
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
