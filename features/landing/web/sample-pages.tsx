// Draws an open passport with sample kilograms and stamps, for the landing page.
import { StampFrame } from '#features/achievements/web/stamp-frame.tsx'
import { bandPath } from '#values/drawing/guilloche-lines.ts'
import { type AchievementCode, achievementKinds } from '#values/lists/achievements.ts'
import { texts } from '#web/texts.ts'

/** The stamps of the right page: code, place and rotation in degrees. */
const stamps: readonly (readonly [AchievementCode, x: number, y: number, tilt: number])[] = [
  ['first_offset', 18, 14, -8],
  ['offset_100', 158, 30, 6],
  ['first_gift', 22, 128, 5],
  ['explorer_3', 166, 132, -6],
]

const lines = (y: number, phase: number) =>
  bandPath({
    ...{ width: 320, y, amplitude: 26, lines: 6, frequency: 1.6, phase, drift: 0.16, step: 32 },
  })

export function SamplePages() {
  return (
    <figure className="mt-9">
      <div className="grid gap-5 min-[44rem]:grid-cols-2">
        <svg viewBox="0 0 320 260" fill="none" aria-hidden="true">
          <Paper />
          <g strokeWidth="0.7" opacity="0.4">
            <path stroke="var(--paper-focus)" d={lines(40, 0.4)} />
            <path stroke="var(--ink-brown)" d={lines(222, 2.2)} />
          </g>
          <g fill="var(--paper-ink)" textAnchor="middle" className="font-title">
            <text x="160" y="104" fontSize="13" className="tracking-[0.14em]">
              {texts.common_product().toUpperCase()}
            </text>
            <text x="160" y="166" fontSize="56">
              25 kg
            </text>
          </g>
          <text x="160" y="190" fontSize="14" textAnchor="middle" fill="var(--paper-faint)">
            {texts.passport_total()}
          </text>
        </svg>
        <svg viewBox="0 0 320 260" fill="none" aria-hidden="true">
          <Paper />
          {stamps.map(([code, x, y, tilt]) => (
            <SampleStamp key={code} {...{ code, x, y, tilt }} />
          ))}
        </svg>
      </div>
      <figcaption className="mt-3 text-sm text-soft">{texts.landing_sample()}</figcaption>
    </figure>
  )
}

function Paper() {
  return (
    <rect
      {...{ x: 1, y: 1, width: 318, height: 258, rx: 16 }}
      fill="var(--paper-sheet)"
      stroke="var(--paper-edge)"
    />
  )
}

type SampleStampProps = { code: AchievementCode; x: number; y: number; tilt: number }

function SampleStamp({ code, x, y, tilt }: SampleStampProps) {
  const { shape, ink } = achievementKinds[code]
  const words = texts.achievements[code]().toLocaleUpperCase().split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  const size = Math.min(15, 118 / longest)
  const top = 60 - ((words.length - 1) * size * 1.12) / 2 + size * 0.36
  return (
    <g
      stroke={`var(--ink-${ink})`}
      transform={`translate(${x} ${y}) rotate(${tilt} 60 60)`}
      filter="url(#stamp-ink)"
    >
      <StampFrame shape={shape} />
      <g fill={`var(--ink-${ink})`} stroke="none" textAnchor="middle" className="font-title">
        {words.map((word, index) => (
          <text key={word} x="60" y={top + index * size * 1.12} fontSize={size}>
            {word}
          </text>
        ))}
      </g>
    </g>
  )
}
