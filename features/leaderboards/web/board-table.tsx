// The rows of one leaderboard, with places that nobody holds yet. It shows names as the server
// chose them, 'Member' in the reader's language, and never anything else about a person.

import type { BoardKind } from '#values/leagues.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BoardRow } from '../contract.ts'
import { boardPlaces } from './board-window.ts'
import './board-table.css'

type BoardTableProps = {
  kind: BoardKind
  /** Says which board this is, for readers. */
  caption: string
  rows: readonly BoardRow[]
  size: number
}

export function BoardTable({ kind, caption, rows, size }: BoardTableProps) {
  const score = kind === 'offsets' ? formatKg : formatCount
  return (
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
        {boardPlaces(rows, size).map(({ key, row }) =>
          row ? (
            <tr key={key} className={row.isMe ? 'board-me' : ''}>
              <td>{formatCount(row.rank)}</td>
              <th scope="row">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  {shownName(row.name)}
                  {row.isMe ? <span className="board-you">{texts.leaderboards_you()}</span> : null}
                </span>
              </th>
              <td>{score(row.score)}</td>
            </tr>
          ) : (
            <tr key={key} className="board-open">
              <td>–</td>
              <th scope="row">{texts.leaderboards_open_place()}</th>
              <td>–</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

/** Contract 7: who has no name there is `Member` and 4 digits on the wire. */
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
