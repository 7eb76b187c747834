// Shows the eco and the offset board of each league. A league above the user's own is locked: its tab
// explains why, and its rows are never requested (docs/product.md#leagues).
import { useState } from 'react'
import { Link } from 'wouter'
import { leagueMetals, leagueName } from '#features/people/web/passport/league-foil.tsx'
import { ShareButton } from '#features/people/web/passport/share-button.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import {
  type BoardKind,
  isHigherLeague,
  type League,
  leagueStarts,
  leagues,
  lowestLeague,
} from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { locale, texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { FailedParts } from '#web/ui/states/failed-parts.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useInTurn } from '#web/ui/use-in-turn.ts'
import { getLeaderboard } from '../boards-calls.ts'
import { BoardSkeleton, BoardTable, pageRows } from './board-table.tsx'

export function LeaderboardsPage() {
  const profile = useProfile()
  const shown = useInTurn('leaderboards', { total: 2, onWideScreens: 1 })
  return (
    <div className="grid gap-6">
      <div>
        <PageHeading title={texts.leaderboards_title()} />
        <p className="mt-2 max-w-2xl text-soft">{texts.leaderboards_text()}</p>
      </div>
      <FailedParts gatheredMin={2}>
        {profile ? (
          <div className="grid gap-9 lg:grid-cols-2 lg:gap-12">
            <LeagueBoard
              kind="eco"
              title={texts.leaderboards_eco()}
              own={profile.eco_league}
              score={profile.eco_score}
            />
            {shown > 0 ? (
              <LeagueBoard
                kind="offsets"
                title={texts.leaderboards_offset()}
                own={profile.offset_league}
                score={profile.total_offsets}
              />
            ) : null}
          </div>
        ) : null}
      </FailedParts>
      {shown > 1 ? <HowScoresWork /> : null}
    </div>
  )
}

type LeagueBoardProps = { kind: BoardKind; title: string; own: League; score: number }

function LeagueBoard({ kind, title, own, score }: LeagueBoardProps) {
  const [selected, setSelected] = useState<League>(own)
  const league = isLocked(selected, own) ? own : selected
  const rows = useAnswer(getLeaderboard, { params: { kind }, query: { league } })
  return (
    <Section
      title={title}
      action={own === lowestLeague ? undefined : <ShareLeague league={own} kind={kind} />}
    >
      <Tabs<League>
        label={title}
        value={league}
        onChange={setSelected}
        tabs={leagues.map((each) => ({
          value: each,
          label: <TabLabel league={each} locked={isLocked(each, own)} />,
          lockedBecause: isLocked(each, own) ? lockedWords(kind, each) : undefined,
        }))}
      >
        <LockedLeagues kind={kind} own={own} score={score} />
        <Loaded
          query={rows}
          skeleton={<BoardSkeleton size={pageRows} />}
          error={texts.leaderboards_failed()}
        >
          {(boardRows) => (
            <BoardTable
              kind={kind}
              caption={`${title}: ${leagueName(league)}`}
              rows={boardRows}
              size={pageRows}
            />
          )}
        </Loaded>
      </Tabs>
    </Section>
  )
}

/** Shares the user's league as a picture. The lowest one has no button, because everyone begins in it. */
function ShareLeague({ league, kind }: { league: League; kind: BoardKind }) {
  const words = { eco: texts.passport_eco_league(), offsets: texts.passport_offset_league() }
  return (
    <ShareButton contentOf={() => ({ figure: leagueName(league), words: words[kind], league })} />
  )
}

/** Shows the score that each locked league needs, and a link to projects. */
function LockedLeagues({ kind, own, score }: { kind: BoardKind; own: League; score: number }) {
  const locked = leagues.filter((league) => isLocked(league, own))
  const [next] = locked
  if (next === undefined) return null
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
        <p className="min-w-0 flex-1 basis-48 font-semibold">{goalWords(kind, next, score)}</p>
        <Link href={paths.projects} className={buttonClass('dark', 'small')}>
          {texts.projects_choose()}
        </Link>
      </div>
      <ul className="mb-3 grid gap-0.5 text-[0.9375rem] text-soft">
        {locked.map((league) => (
          <li key={league}>{opensWords(kind, league, score)}</li>
        ))}
      </ul>
    </>
  )
}

function TabLabel({ league, locked }: { league: League; locked: boolean }) {
  return (
    <>
      {locked ? (
        <Icon name="lock" className="size-3.5" />
      ) : (
        <span
          className={`league-dot size-3.5 rounded-full bg-(image:--metal) ring-(--shade-thin) ring-1 ${leagueMetals[league]}`}
          aria-hidden="true"
        />
      )}
      <span>{leagueName(league)}</span>
    </>
  )
}

/**
 * Returns a text such as `The leagues: Silver from 100 and Gold from 300.` The lowest league is omitted,
 * because every passport begins in it.
 */
function leagueStartsInWords(kind: BoardKind, format: (score: number) => string): string {
  const starts = leagues
    .filter((league) => league !== lowestLeague)
    .map((league) =>
      texts.leaderboards_how_league({
        league: leagueName(league),
        start: format(leagueStarts[kind][league]),
      }),
    )
  return texts.leaderboards_how_leagues({ starts: new Intl.ListFormat(locale).format(starts) })
}

/**
 * Explains how scores and leagues work (docs/product.md#scores). The numbers are those that the server
 * uses.
 */
export function HowScoresWork() {
  const points = (count: number) => ({ points: formatCount(count) })
  const rules = [
    texts.leaderboards_how_week(points(ecoPoints.week)),
    texts.leaderboards_how_gift(points(ecoPoints.gift)),
    texts.leaderboards_how_project(points(ecoPoints.project)),
    texts.leaderboards_how_achievement(points(ecoPoints.achievement)),
  ]
  return (
    <Section title={texts.leaderboards_how()} className="border-line border-t pt-5">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div>
          <h3 className="mb-2 text-[1.1875rem]">{texts.leaderboards_how_eco()}</h3>
          <ul className="grid list-disc gap-1 pl-5 marker:text-moss">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          <p className="mt-3">{leagueStartsInWords('eco', formatCount)}</p>
        </div>
        <div>
          <h3 className="mb-2 text-[1.1875rem]">{texts.leaderboards_how_offset()}</h3>
          <p>{texts.leaderboards_how_kg()}</p>
          <p className="mt-3">{leagueStartsInWords('offsets', formatKg)}</p>
        </div>
        <p className="text-soft lg:col-span-2">{texts.leaderboards_how_rules()}</p>
      </div>
    </Section>
  )
}

/**
 * Returns true if the league is locked for a user of the league `own`, because their score is too low
 * (docs/product.md#leagues).
 */
export function isLocked(league: League, own: League): boolean {
  return isHigherLeague(league, own)
}

/** Returns a short text that screen readers add to the locked tab's name. */
export function lockedWords(kind: BoardKind, league: League): string {
  const start = leagueStarts[kind][league]
  return kind === 'offsets'
    ? texts.leaderboards_locked_offsets({ kg: formatKg(start) })
    : texts.leaderboards_locked_eco({ points: formatCount(start) })
}

/** Returns a text such as `Silver opens at 100 kg. You have 12 kg.` */
export function opensWords(kind: BoardKind, league: League, score: number): string {
  const start = leagueStarts[kind][league]
  const name = leagueName(league)
  return kind === 'offsets'
    ? texts.leaderboards_opens_offsets({ league: name, kg: formatKg(start), own: formatKg(score) })
    : texts.leaderboards_opens_eco({
        league: name,
        points: formatCount(start),
        own: formatCount(score),
      })
}

/** Returns a text such as `90 points to Gold: try a new project (+15)`, or `88 kg to Silver`. */
export function goalWords(kind: BoardKind, league: League, score: number): string {
  const missing = Math.max(0, leagueStarts[kind][league] - score)
  const name = leagueName(league)
  return kind === 'offsets'
    ? texts.leaderboards_goal_offsets({ league: name, kg: formatKg(missing) })
    : texts.leaderboards_goal_eco({
        league: name,
        points: missing,
        project: formatCount(ecoPoints.project),
      })
}
