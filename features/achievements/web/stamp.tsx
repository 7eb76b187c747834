// Draws an achievement as a visa stamp: inked when it is reached, before that a dotted outline with
// an arc and the percentage. Its code determines ink and shape.

import { seededRandom } from '#values/drawing/seeded-random.ts'
import {
  achievementKinds,
  isAchievementCode,
  type StampShape,
  stampInks,
  stampShapes,
} from '#values/lists/achievements.ts'
import { locale, texts } from '#web/texts.ts'
import { formatDate, formatStampDate } from '#web/ui/number-format.ts'
import type { Achievement } from '../achievements-calls.ts'
import { StampFrame } from './stamp-frame.tsx'
import '#features/people/web/passport/light-paper.css'
import './stamp.css'

/** The page that stamps are pressed onto: cream in both themes, so that inks need no second set. */
export const stampPageClass = 'stamp-page light-paper rounded-[22px] bg-(image:--stamp-paper)'
/** Its box; forced-colors-app.css names it. */
export const stampClass = 'stamp mx-auto block w-full max-w-44 overflow-visible'

const inkClasses = {
  blue: 'text-(--ink-blue)',
  wine: 'text-(--ink-wine)',
  green: 'text-(--ink-green)',
  brown: 'text-(--ink-brown)',
  violet: 'text-(--ink-violet)',
} as const satisfies Record<(typeof stampInks)[number], string>

/** Smallest font size in units of the drawing: more than 10 px at a stamp's smallest width. */
const smallest = 9
const arc = { radius: 46, length: 2 * Math.PI * 46 } as const

/** Splits a title into at most three lines of similar length. */
function linesOf(title: string): string[] {
  const words = title.toLocaleUpperCase(locale).split(/\s+/).filter(Boolean)
  const longest = Math.max(8, ...words.map((word) => word.length), Math.ceil(title.length / 3))
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= longest) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines.slice(0, 3)
}

type StampProps = {
  achievement: Pick<Achievement, 'code' | 'title' | 'progressPct'> & { colorClass?: string }
  /** When it was reached, ISO 8601. Printed under its words, and part of its accessible name. */
  reachedAt?: string | null | undefined
  /** Position in the sequence of newly reached stamps, which press one after another; -1 for others. */
  turn?: number
}

/** Milliseconds from one stamp's press to the next. */
const pressMs = 350

export function Stamp({ achievement, reachedAt, turn = -1 }: StampProps) {
  const { code, title, progressPct } = achievement
  const random = seededRandom(code)
  const percent = Math.max(0, Math.min(100, Math.round(progressPct)))
  if (percent < 100) return <StampToCome title={title} percent={percent} />
  const known = isAchievementCode(code) ? achievementKinds[code] : undefined
  // A newer server may send other achievements, whose look is derived from their code.
  const shape = known?.shape ?? stampShapes[Math.floor(random() * stampShapes.length)] ?? 'round'
  const own = stampInks.find((each) => each === achievement.colorClass)
  const ink = own ?? known?.ink ?? stampInks[Math.floor(random() * stampInks.length)] ?? 'blue'
  const tilt = Math.round((random() - 0.5) * 22)
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
          lines={linesOf(title)}
          date={reachedAt ? formatStampDate(reachedAt) : undefined}
        />
      </g>
    </svg>
  )
}

/** Most drawing units of font size times letters of a line, because narrow frames cut long words. */
const room: Readonly<Record<StampShape, number>> = {
  round: 116,
  hex: 104,
  oval: 128,
  rect: 128,
  date: 128,
}

type StampWordsProps = { shape: StampShape; lines: string[]; date: string | undefined }

function StampWords({ shape, lines, date }: StampWordsProps) {
  const longest = Math.max(...lines.map((line) => line.length))
  const size = Math.max(smallest, Math.min(16, 128 / Math.max(8, longest), room[shape] / longest))
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
 * Returns the y of the first line: beneath the percentage, or in the middle at zero percent, which is
 * not shown.
 */
function firstLineAt(percent: number, lines: number, size: number): number {
  if (percent > 0) return lines > 1 ? 71 : 77
  return 60 + size * 0.35 - ((lines - 1) * size * 1.1) / 2
}

function StampToCome({ title, percent }: { title: string; percent: number }) {
  const lines = linesOf(title).map(
    (line) => line.charAt(0) + line.slice(1).toLocaleLowerCase(locale),
  )
  // Font size: legible on a phone, and within the ring.
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
            y={firstLineAt(percent, Math.min(2, lines.length), size) + index * size * 1.1}
            fontSize={size}
          >
            {line}
          </text>
        ))}
      </g>
    </svg>
  )
}
