// Shows on the home page five rows of the eco or the offset board, around the user's own row.
import { useState } from 'react'
import type { BoardKind } from '#values/lists/leagues.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { getLeaderboards } from '../boards-calls.ts'
import { BoardSkeleton, BoardTable, homeRows } from './board-table.tsx'

export function LeaderboardTile() {
  const [kind, setKind] = useState<BoardKind>('eco')
  const boards = useAnswer(getLeaderboards, {})
  const title = texts.leaderboards_title()
  const names = { eco: texts.leaderboards_eco(), offsets: texts.leaderboards_offset() }
  return (
    <Section
      title={title}
      action={<SectionLink path={paths.leaderboards}>{texts.leaderboards_see_all()}</SectionLink>}
    >
      <Tabs<BoardKind>
        label={title}
        value={kind}
        onChange={setKind}
        tabs={[
          { value: 'eco', label: names.eco },
          { value: 'offsets', label: names.offsets },
        ]}
      >
        <Loaded
          query={boards}
          skeleton={<BoardSkeleton size={homeRows} />}
          error={texts.leaderboards_failed()}
        >
          {(both) => (
            <BoardTable kind={kind} caption={names[kind]} rows={both[kind]} size={homeRows} />
          )}
        </Loaded>
      </Tabs>
    </Section>
  )
}
