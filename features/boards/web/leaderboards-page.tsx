// Shows the eco and the offset board of each league. A league above the user's own is locked: its tab
// explains why, and its rows are never requested (docs/product.md#leagues).

import { useState } from 'react'
import { Link } from 'wouter'
import { leagueMetals, leagueName } from '#features/people/web/passport/league-foil.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { type BoardKind, type League, leagues } from '#values/lists/leagues.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailedParts } from '#web/ui/states/failed-parts.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { BoardSkeleton, BoardTable } from './board-table.tsx'
import { pageRows } from './board-window.ts'
import { HowScoresWork } from './how-scores-work.tsx'
import { goalWords, isLocked, lockedWords, opensWords } from './league-locks.ts'
import { useBoard } from './use-leaderboards.ts'

export function LeaderboardsPage() {
  const profile = useProfile()
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
            <LeagueBoard
              kind="offsets"
              title={texts.leaderboards_offset()}
              own={profile.offset_league}
              score={profile.total_offsets}
            />
          </div>
        ) : null}
      </FailedParts>
      <HowScoresWork />
    </div>
  )
}

type LeagueBoardProps = { kind: BoardKind; title: string; own: League; score: number }

function LeagueBoard({ kind, title, own, score }: LeagueBoardProps) {
  const [selected, setSelected] = useState<League>(own)
  const league = isLocked(selected, own) ? own : selected
  const rows = useBoard(kind, league)
  return (
    <Section title={title}>
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
        <Unlocks kind={kind} own={own} score={score} />
        <Loaded
          query={rows}
          skeleton={<BoardSkeleton size={pageRows} />}
          error={texts.leaderboards_failed()}
        >
          {(found) => (
            <BoardTable
              kind={kind}
              caption={`${title}: ${leagueName(league)}`}
              rows={found}
              size={pageRows}
            />
          )}
        </Loaded>
      </Tabs>
    </Section>
  )
}

/** Shows the scores that open the locked leagues, and a link to projects. */
function Unlocks({ kind, own, score }: { kind: BoardKind; own: League; score: number }) {
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
          className={`size-3.5 rounded-full bg-(image:--metal) ring-(--shade-thin) ring-1 ${leagueMetals[league]}`}
          aria-hidden="true"
        />
      )}
      <span>{leagueName(league)}</span>
    </>
  )
}
