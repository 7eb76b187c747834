// Shows a project's Sustainable Development Goals as tiles with number, name and the goal's colour. The
// tiles must not use the United Nations' artwork.
import { texts } from '#web/texts.ts'

/** The United Nations' colours of the 17 goals. */
const colours: Record<number, string> = {
  1: '#E5243B',
  2: '#DDA63A',
  3: '#4C9F38',
  4: '#C5192D',
  5: '#FF3A21',
  6: '#26BDE2',
  7: '#FCC30B',
  8: '#A21942',
  9: '#FD6925',
  10: '#DD1367',
  11: '#FD9D24',
  12: '#BF8B2E',
  13: '#3F7E44',
  14: '#0A97D9',
  15: '#56C02B',
  16: '#00689D',
  17: '#19486A',
}

function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/**
 * Returns white if its contrast on the colour is at least 4.5 (WCAG AA), otherwise the darkest green.
 */
export function inkOn(colour: string): string {
  return 1.05 / (luminance(colour) + 0.05) >= 4.5 ? '#ffffff' : '#07110c'
}

function goalName(goal: number): string {
  const names = [
    texts.projects_sdg_1,
    texts.projects_sdg_2,
    texts.projects_sdg_3,
    texts.projects_sdg_4,
    texts.projects_sdg_5,
    texts.projects_sdg_6,
    texts.projects_sdg_7,
    texts.projects_sdg_8,
    texts.projects_sdg_9,
    texts.projects_sdg_10,
    texts.projects_sdg_11,
    texts.projects_sdg_12,
    texts.projects_sdg_13,
    texts.projects_sdg_14,
    texts.projects_sdg_15,
    texts.projects_sdg_16,
    texts.projects_sdg_17,
  ] as const
  return names[goal - 1]?.() ?? ''
}

export function SdgTiles({ goals }: { goals: readonly number[] }) {
  const known = [...new Set(goals)].filter((goal) => colours[goal]).sort((a, b) => a - b)
  if (known.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2.5" aria-label={texts.projects_sdgs()}>
      {known.map((goal) => {
        const colour = colours[goal] ?? '#19486A'
        return (
          <li
            key={goal}
            className="min-h-24 w-25 rounded-xl p-2"
            style={{ backgroundColor: colour, color: inkOn(colour) }}
          >
            <span className="title block text-2xl">{goal}</span>
            <span className="mt-1.5 block font-semibold text-xs leading-tight">
              {goalName(goal)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
