// Draws an achievement as a visa stamp. The code of a reached one decides its shape and ink; an unreached
// one is a dotted circle with an arc and the percentage.

import type { StampInk, StampShape } from '#values/lists/achievements.ts'
import { locale, texts } from '#web/texts.ts'
import { formatDate, formatStampDate } from '#web/ui/number-format.ts'
import type { Achievement } from '../achievements-calls.ts'
import { type DesignedAchievement, stampDesign, titleLines } from './stamp-design.ts'
import { StampFrame } from './stamp-frame.tsx'
import '#features/people/web/passport/light-paper.css'
import './stamp.css'

/** The background of stamps. It is cream in both themes, so that the inks need no second set. */
export const stampPageClass = 'stamp-page light-paper rounded-[22px] bg-(image:--stamp-paper)'
/** The box of a stamp. forced-colors-app.css refers to its class `stamp`. */
export const stampClass = 'stamp mx-auto block w-full max-w-44 overflow-visible'

const inkClasses = {
  blue: 'text-(--ink-blue)',
  wine: 'text-(--ink-wine)',
  green: 'text-(--ink-green)',
  brown: 'text-(--ink-brown)',
  violet: 'text-(--ink-violet)',
} as const satisfies Record<StampInk, string>

/** Smallest font size in units of the drawing: more than 10 px at a stamp's smallest width. */
const smallest = 9
const arc = { radius: 46, length: 2 * Math.PI * 46 } as const

type StampProps = {
  achievement: Pick<Achievement, 'progressPct'> & DesignedAchievement
  /** Time at which the achievement was reached, in ISO 8601. The stamp shows the day. */
  reachedAt?: string | null | undefined
  /** Index among the new stamps, which are animated one after another; -1 for other stamps. */
  turn?: number
}

/** Milliseconds between the animations of two stamps. */
const pressMs = 350

export function Stamp({ achievement, reachedAt, turn = -1 }: StampProps) {
  const { title, progressPct } = achievement
  const percent = Math.max(0, Math.min(100, Math.round(progressPct)))
  if (percent < 100) return <UnreachedStamp title={title} percent={percent} />
  const { shape, ink, tilt, lines } = stampDesign(achievement)
  return (
    <svg
      viewBox="0 0 120 120"
      className={`${stampClass} ${inkClasses[ink]} ${turn >= 0 ? 'stamp-fresh' : ''}`}
      style={turn > 0 ? { animationDelay: `${turn * pressMs}ms` } : undefined}
      fill="none"
      stroke="currentColor"
      role="img"
    >
      <title>
        {reachedAt
          ? texts.achievements_reached_on({ title, date: formatDate(reachedAt) })
          : texts.achievements_reached({ title })}
      </title>
      <g transform={`rotate(${tilt} 60 60)`} filter="url(#stamp-ink)">
        <StampFrame shape={shape} />
        <StampWords
          shape={shape}
          lines={lines}
          date={reachedAt ? formatStampDate(reachedAt) : undefined}
        />
      </g>
    </svg>
  )
}

/** Maximum of font size times number of letters of a line, so that the line fits into the shape. */
const widthMax: Readonly<Record<StampShape, number>> = {
  round: 116,
  hex: 104,
  oval: 128,
  rect: 128,
  date: 128,
}

type StampWordsProps = { shape: StampShape; lines: string[]; date: string | undefined }

function StampWords({ shape, lines, date }: StampWordsProps) {
  const longest = Math.max(...lines.map((line) => line.length))
  const size = Math.max(
    smallest,
    Math.min(16, 128 / Math.max(8, longest), widthMax[shape] / longest),
  )
  const height = lines.length * size * 1.12 + (date ? 12 : 0)
  return (
    <g
      fill="currentColor"
      stroke="none"
      textAnchor="middle"
      className="font-title tracking-[0.06em]"
    >
      {lines.map((line, index) => (
        <text key={line} x="60" y={62 - height / 2 + size * (0.82 + index * 1.12)} fontSize={size}>
          {line}
        </text>
      ))}
      {date ? (
        <text x="60" y={60 + height / 2} fontSize={smallest} className="stamp-date">
          {date}
        </text>
      ) : null}
    </g>
  )
}

/**
 * Returns the y of the first line. It is below the percentage; at 0 percent, which is not shown, the lines
 * are centred.
 */
function firstLineY(percent: number, lines: number, size: number): number {
  if (percent > 0) return lines > 1 ? 71 : 77
  return 60 + size * 0.35 - ((lines - 1) * size * 1.1) / 2
}

function UnreachedStamp({ title, percent }: { title: string; percent: number }) {
  const lines = titleLines(title).map(
    (line) => line.charAt(0) + line.slice(1).toLocaleLowerCase(locale),
  )
  // The font size is legible on a phone and fits into the ring.
  const size = Math.max(
    smallest,
    Math.min(12.5, 140 / Math.max(...lines.map((line) => line.length))),
  )
  return (
    <svg
      viewBox="0 0 120 120"
      className={`${stampClass} font-medium font-text text-(--stamp-waiting)`}
      fill="none"
      role="img"
    >
      <title>{texts.achievements_progress({ title, percent: String(percent) })}</title>
      <circle
        cx="60"
        cy="60"
        r={arc.radius}
        stroke="var(--stamp-dots)"
        strokeWidth="1.6"
        strokeDasharray="2 5"
      />
      {percent > 0 ? (
        <circle
          cx="60"
          cy="60"
          r={arc.radius}
          className="stroke-(--paper-focus) stroke-4 forced-colors:stroke-[Highlight]"
          strokeLinecap="round"
          strokeDasharray={`${(arc.length * percent) / 100} ${arc.length}`}
          transform="rotate(-90 60 60)"
        />
      ) : null}
      <g fill="currentColor" textAnchor="middle">
        {percent > 0 ? (
          <text
            x="60"
            y={lines.length > 1 ? 56 : 60}
            fontSize="22"
            className="fill-(--paper-ink) font-title"
          >
            {`${percent}%`}
          </text>
        ) : null}
        {lines.slice(0, 2).map((line, index) => (
          <text
            key={line}
            x="60"
            y={firstLineY(percent, Math.min(2, lines.length), size) + index * size * 1.1}
            fontSize={size}
          >
            {line}
          </text>
        ))}
      </g>
    </svg>
  )
}
