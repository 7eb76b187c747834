// Shows the figures of the day, by how urgent they are, and charts of the last 30 days.
import { Link } from 'wouter'
import { getToday, type Today } from '#features/console/today/today-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ActionButtons, firstWord, useActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { formatKilograms, formatMoney, formatWhole } from '../parts/console-format.ts'
import { DayChart } from '../parts/day-chart.tsx'
import { Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'

/** Milliseconds after which the figures are loaded again. */
const refreshMs = 60_000

export function TodayPage() {
  const query = useAnswer(getToday, {}, { refetchInterval: refreshMs })
  return (
    <>
      <PageHeader title="Today" />
      <Shown query={query} part="today">
        {(today) => (
          <div className="grid gap-6">
            <Tiles tiles={today.tiles} />
            <Charts days={today.days} />
          </div>
        )}
      </Shown>
      <OtherActions />
    </>
  )
}

type Tile = Today['tiles'][number]

const levels = [
  { level: 'alarm', title: 'Act today' },
  { level: 'warning', title: 'Look at these' },
  { level: 'fine', title: 'As it should be' },
] as const satisfies readonly { level: Tile['level']; title: string }[]

const levelClasses = {
  alarm: 'border-danger/40 bg-danger-page',
  warning: 'border-gold/40 bg-gold/12',
  fine: 'border-line bg-surface',
} as const satisfies Record<Tile['level'], string>

function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  const groups = levels
    .map(({ level, title }) => ({
      title,
      level,
      tiles: tiles.filter((tile) => tile.level === level),
    }))
    .filter(({ tiles }) => tiles.length > 0)
  return (
    <div className="grid gap-6">
      {groups.map(({ level, title, tiles }) => (
        <section key={level} aria-label={title}>
          <h2 className="mb-2 flex items-center gap-2 text-xl">
            {level === 'fine' ? null : <Icon name="warning" className="size-4.5" />}
            <span>{title}</span>
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]">
            {tiles.map((tile) => (
              <li key={tile.id} className="grid">
                <TileBox tile={tile} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Lets a value break between a number and its unit, so that a narrow tile keeps the number whole. */
const breakable = (value: string) => value.replaceAll('\u00a0', ' ')

function TileBox({ tile: { label, value, level, path } }: { tile: Tile }) {
  const className = `grid content-start gap-1 rounded-field border p-3 md:p-4 ${levelClasses[level]}`
  const content = (
    <>
      <span className="text-soft text-sm">{label}</span>
      <strong className="wrap-anywhere font-semibold text-lg tabular-nums md:text-xl">
        {breakable(value)}
      </strong>
    </>
  )
  if (path === null) return <div className={className}>{content}</div>
  return (
    <Link href={path} className={`${className} hover:border-ink`}>
      {content}
    </Link>
  )
}

function Charts({ days }: { days: Today['days'] }) {
  if (days.length === 0) return null
  const currencies = [...new Set(days.flatMap(({ sums }) => sums.map(({ currency }) => currency)))]
  const sumOf = (day: Today['days'][number], wanted: string) =>
    day.sums.find(({ currency }) => currency === wanted)?.amount ?? 0
  return (
    <Panel title="The last 30 days">
      <div className="grid gap-6 md:grid-cols-2">
        {currencies.map((currency) => (
          <DayChart
            key={currency}
            name={`Sales in ${currency}`}
            days={days.map((day) => ({ day: day.day, value: sumOf(day, currency) }))}
            format={(value) => formatMoney(value, currency)}
          />
        ))}
        <DayChart
          name="Purchases"
          days={days.map(({ day, purchases }) => ({ day, value: purchases }))}
          format={formatWhole}
        />
        <DayChart
          name="Kilograms"
          days={days.map(({ day, kilograms }) => ({ day, value: kilograms }))}
          format={formatKilograms}
        />
        <DayChart
          name="Sign-ups"
          days={days.map(({ day, sign_ups }) => ({ day, value: sign_ups }))}
          format={formatWhole}
        />
      </div>
    </Panel>
  )
}

/** First words of the actions that other pages offer. */
const placedWords: readonly string[] = [
  ...['people', 'purchases', 'projects', 'featured', 'batches', 'retirements'],
  ...['programmes', 'partners', 'wallet', 'staff', 'accounts', 'rates'],
]

/** Shows the actions that no other page offers. */
function OtherActions() {
  const actions = useActions().filter(
    ({ name, subject }) => subject === null && !placedWords.includes(firstWord(name)),
  )
  if (actions.length === 0) return null
  return (
    <div className="mt-6">
      <Panel title="Other actions">
        <ActionButtons actions={actions} prefilledOf={() => ({})} />
      </Panel>
    </div>
  )
}
