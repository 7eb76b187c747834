// Shows the rows of one leaderboard, with its free places. It shows the server's names, with
// 'Member' translated, and no other personal data.

import { leagueMetals } from '#features/people/web/passport/league-foil.tsx'
import type { BoardKind } from '#values/lists/leagues.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { BoardRow } from '../boards-calls.ts'
import { boardPlaces, boardWindow } from './board-window.ts'
import { NameRing } from './name-ring.tsx'
import './board-table.css'

/** Medals of the first three ranks. They have the metals of leagues, and are no leagues. */
const medals = ['gold', 'silver', 'bronze'] as const

type BoardTableProps = {
  kind: BoardKind
  /** Names the board for screen readers. */
  caption: string
  rows: readonly BoardRow[]
  size: number
}

export function BoardTable({ kind, caption, rows, size }: BoardTableProps) {
  const score = kind === 'offsets' ? formatKg : formatCount
  const held = boardWindow(rows, size).length
  return (
    <div className="board-frame">
      <table className="board">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.leaderboards_rank()}</th>
            <th scope="col">{texts.leaderboards_name()}</th>
            <th scope="col">
              {kind === 'offsets' ? texts.leaderboards_offsets() : texts.leaderboards_score()}
            </th>
          </tr>
        </thead>
        <tbody>
          {boardPlaces(rows, size).map(({ key, row }, place) =>
            row ? (
              <PersonRow key={key} row={row} score={score(row.score)} />
            ) : (
              <tr key={key} className="board-open">
                <td>–</td>
                <th scope="row">
                  {place === held ? texts.leaderboards_open_places({ count: size - held }) : '–'}
                </th>
                <td>–</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

function PersonRow({ row, score }: { row: BoardRow; score: string }) {
  const name = shownName(row.name)
  return (
    <tr className={row.isMe ? 'board-me' : ''}>
      <td>
        <Rank rank={row.rank} score={row.score} />
      </td>
      <th scope="row">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <NameRing name={name} />
          <span className="flex min-w-0 flex-[1_1_4.5rem] flex-wrap items-baseline gap-x-2">
            <span>{name}</span>
            {row.isMe ? <span className="board-you">{texts.leaderboards_you()}</span> : null}
          </span>
        </span>
      </th>
      <td>{score}</td>
    </tr>
  )
}

/**
 * Shows gold, silver and bronze for the first three with a score above zero, in addition to the
 * number.
 */
function Rank({ rank, score }: Pick<BoardRow, 'rank' | 'score'>) {
  const metal = score > 0 ? medals[rank - 1] : undefined
  if (metal === undefined) return <span>{formatCount(rank)}</span>
  return <span className={`board-medal ${leagueMetals[metal]}`}>{formatCount(rank)}</span>
}

/** Translates `Member` and its 4 digits, the server's name for a passport without one. */
function shownName(name: string): string {
  return name.replace(/^Member (?=\d{4}$)/, `${texts.passport_member()} `)
}

export function BoardSkeleton({ size }: { size: number }) {
  return (
    <div className="grid gap-2 py-2">
      {Array.from({ length: size }, (_, index) => `row-${index}`).map((key) => (
        <Skeleton key={key} className="h-9 w-full" />
      ))}
    </div>
  )
}
