// Kilograms bought each week, as bars (specification 9), with the same figures as a table behind
// it. It draws what it is given; the weeks and their zeros come from the server.
import { useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/notices.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import type { WeeklyPurchase } from '../contract.ts'
import './weekly-chart.css'

/** Specification 9. */
const tickCount = 5
const minimumBarPx = 6
const growAfterMs = 50

const view = { width: 340, height: 152, right: 4, top: 10, bottom: 24 } as const
/** Of the axis' figures, in the drawing's units: its digits are 10 high and at most this wide. */
const digitWidth = 5.8
const plotHeight = view.height - view.top - view.bottom
const floor = view.top + plotHeight

/** The smallest of 1, 2, 2.5 or 5 times a power of ten that fits four steps over `highest`. */
export function axisStep(highest: number): number {
  const rough = Math.max(1, highest / (tickCount - 1))
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((choice) => choice * power >= rough) ?? 10
  return Math.max(1, Math.ceil(factor * power))
}

function weekNumber(week: string): string {
  return week.slice(week.indexOf('-') + 1)
}

export function WeeklyChart({ weeks }: { weeks: readonly WeeklyPurchase[] }) {
  const [grown, setGrown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGrown(true), growAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const highest = Math.max(0, ...weeks.map((week) => week.purchased_kg))
  if (highest === 0) return <EmptyState message={texts.projects_no_activity()} />

  const step = axisStep(highest)
  const top = step * (tickCount - 1)
  const left = Math.max(24, formatCount(top).length * digitWidth + 8)
  const slot = (view.width - left - view.right) / weeks.length
  return (
    <figure>
      <svg viewBox={`0 0 ${view.width} ${view.height}`} className="weekly-chart" aria-hidden="true">
        {Array.from({ length: tickCount }, (_, tick) => {
          const y = floor - (tick / (tickCount - 1)) * plotHeight
          return (
            <g key={y}>
              <path d={`M${left} ${y}H${view.width - view.right}`} className="weekly-line" />
              <text x={left - 6} y={y + 3.4} textAnchor="end">
                {formatCount(tick * step)}
              </text>
            </g>
          )
        })}
        {weeks.map(({ week, purchased_kg }, index) => {
          const x = left + index * slot
          const height = Math.max(minimumBarPx, (purchased_kg / top) * plotHeight)
          const last = index === weeks.length - 1
          return (
            <g key={week}>
              {purchased_kg > 0 ? (
                <rect
                  x={x + slot * 0.2}
                  y={floor - height}
                  width={slot * 0.6}
                  height={height}
                  rx="3"
                  className={`weekly-bar ${last ? 'weekly-bar-now' : ''} ${grown ? 'weekly-bar-grown' : ''}`}
                >
                  <title>{`${texts.projects_week({ week: weekNumber(week) })}: ${formatKg(purchased_kg)}`}</title>
                </rect>
              ) : null}
              {(weeks.length - 1 - index) % 2 === 0 ? (
                <text x={x + slot / 2} y={view.height - 8} textAnchor="middle">
                  {texts.projects_week_short({ week: weekNumber(week) })}
                </text>
              ) : null}
            </g>
          )
        })}
      </svg>
      <details className="weekly-table">
        <summary>{texts.projects_as_table()}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.projects_week_column()}</th>
              <th scope="col">{texts.projects_kg_column()}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, purchased_kg }) => (
              <tr key={week}>
                <th scope="row">{week}</th>
                <td>{formatKg(purchased_kg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
