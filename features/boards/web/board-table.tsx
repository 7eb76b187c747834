// Shows the rows of one leaderboard, and the number of its free places. Names come from the server; only
// 'Member' is translated.

import { startTransition, useEffect, useMemo, useState } from 'react'
import { leagueMetals } from '#features/people/web/passport/league-foil.tsx'
import { petalPath } from '#values/drawing/rosette-lines.ts'
import type { BoardKind } from '#values/lists/leagues.ts'
import { locale, texts } from '#web/texts.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { BoardRow } from '../boards-calls.ts'

/**
 * Padding of cells, smaller in containers below 13.5rem: phones with text enlarged to 150 % or more. Column
 * widths are in cqi, because a table ignores a width that is calculated from a percentage.
 */
const cellPaddingClass = 'px-[min(0.625rem,2vw)] max-sm:px-1.5 @max-[13.5rem]:px-0.75'
const headClass =
  `caption ${cellPaddingClass} pb-1.5 wrap-anywhere ` +
  '@max-[13.5rem]:hyphens-auto @max-[13.5rem]:tracking-normal @max-[13.5rem]:text-[4.2cqi]'
const medalClass =
  'board-medal inline-grid size-[min(1.875rem,13cqi)] place-items-center rounded-full bg-(image:--metal) ' +
  'font-[680] text-(--metal-ink) ' +
  'shadow-[inset_0_1px_0_var(--shine),inset_0_0_0_3px_var(--shade-thin),0_1px_3px_var(--shade-soft)]'

/** Medals of the first three ranks, in the colours of leagues. */
const medals = ['gold', 'silver', 'bronze'] as const

type BoardTableProps = {
  kind: BoardKind
  /** Name of the board for screen readers. */
  caption: string
  rows: readonly BoardRow[]
  size: number
}

export function BoardTable({ kind, caption, rows, size }: BoardTableProps) {
  const formatScore = kind === 'offsets' ? formatKg : formatCount
  const rowCount = boardWindow(rows, size).length
  return (
    <div className="@container">
      <table className="w-full table-fixed tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={`${headClass} w-[min(3.75rem,18cqi)] text-center @max-[13.5rem]:w-[15%]`}
            >
              {texts.leaderboards_rank()}
            </th>
            <th scope="col" className={`${headClass} text-left`}>
              {texts.leaderboards_name()}
            </th>
            <th
              scope="col"
              className={`${headClass} w-[min(7rem,32cqi)] text-right @max-[13.5rem]:w-[40%]`}
            >
              {kind === 'offsets' ? texts.leaderboards_offsets() : texts.leaderboards_score()}
            </th>
          </tr>
        </thead>
        <tbody>
          {boardPlaces(rows, size).map(({ key, row }, place) =>
            row ? (
              <PersonRow key={key} row={row} score={formatScore(row.score)} place={place} />
            ) : (
              <FreePlace key={key} count={place === rowCount ? size - rowCount : undefined} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Shows the number of free places. A row without `count` has no text and no height. */
function FreePlace({ count }: { count: number | undefined }) {
  return (
    <Row
      rowClass={count === undefined ? 'text-[0px]/[0]' : 'text-soft'}
      cell={count === undefined ? '' : 'border-line border-t py-1'}
      rank={<span>–</span>}
      score="–"
    >
      <span>{count === undefined ? '–' : texts.leaderboards_open_places({ count })}</span>
    </Row>
  )
}

type RowProps = {
  rowClass: string
  cell?: string
  rank: Elements
  children: Elements
  score: string
  scoreClass?: string
}

function Row({
  rowClass,
  cell = 'border-line border-t py-1',
  rank,
  children,
  score,
  scoreClass = '',
}: RowProps) {
  const cellClass = `${cellPaddingClass} ${cell}`
  return (
    <tr className={rowClass}>
      <td className={`${cellClass} text-center`}>{rank}</td>
      <th
        scope="row"
        className={`${cellClass} hyphens-auto text-left [font-weight:inherit] wrap-anywhere`}
      >
        {children}
      </th>
      <td className={`${cellClass} text-right ${scoreClass}`}>{score}</td>
    </tr>
  )
}

type PersonRowProps = {
  row: BoardRow
  score: string
  /** Index of the row. */
  place: number
}

/** Shows a user's row. The own row has the label `You` and a background. */
function PersonRow({ row, score, place }: PersonRowProps) {
  const name = shownName(row.name)
  return (
    <Row
      rowClass={row.isMe ? 'board-me bg-moss/12 font-[650]' : 'font-medium'}
      rank={<Rank rank={row.rank} score={row.score} />}
      // A phone with large text has no room for the unit on the line of the number.
      score={score.replace('\u00a0', ' ')}
      scoreClass={`whitespace-nowrap @max-[13.5rem]:whitespace-normal ${row.isMe ? '' : 'font-semibold'}`}
    >
      <span className="flex flex-wrap items-center gap-x-2.5">
        <NameRing name={name} place={place} />
        <span className="flex min-w-0 flex-[1_1_4.5rem] flex-wrap items-baseline gap-x-2">
          <bdi>{name}</bdi>
          {row.isMe ? (
            <span className="inline-block rounded-full bg-forest px-1.75 text-[0.8125rem] text-on-forest">
              {texts.leaderboards_you()}
            </span>
          ) : null}
        </span>
      </span>
    </Row>
  )
}

/**
 * Shows the rank. The first three have a gold, silver or bronze background if their score is above 0.
 */
function Rank({ rank, score }: Pick<BoardRow, 'rank' | 'score'>) {
  const metal = score > 0 ? medals[rank - 1] : undefined
  if (metal === undefined) return <span>{formatCount(rank)}</span>
  return <span className={`${medalClass} ${leagueMetals[metal]}`}>{formatCount(rank)}</span>
}

/** Translates `Member` in a name such as `Member 1234`, which the server sends for a user without a name. */
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

/** Number of rows on the home page and on the leaderboards page. */
export const homeRows = 5
export const pageRows = 10

export type Place = { key: string; row: BoardRow | undefined }

/** Returns at most `size` rows around the user's own, or the first ones if no row is the user's. */
export function boardWindow(rows: readonly BoardRow[], size: number): BoardRow[] {
  const ownIndex = rows.findIndex((row) => row.isMe)
  const centredStart = ownIndex < 0 ? 0 : ownIndex - Math.floor(size / 2)
  const start = Math.max(0, Math.min(centredStart, rows.length - size))
  return rows.slice(start, start + size)
}

/** Returns exactly `size` places: the rows of the window, then free places, whose row is undefined. */
export function boardPlaces(rows: readonly BoardRow[], size: number): Place[] {
  const shown = boardWindow(rows, size)
  return Array.from({ length: size }, (_, index) => ({
    key: `place-${index}`,
    row: shown[index],
  }))
}

const petals = 9
const angles = Array.from({ length: petals }, (_, index) => (index * 360) / petals)

/** Milliseconds between the rings of two rows. */
const ringMs = 20

/**
 * Returns true some time after the first paint. All rings at once would block a slow phone for a tenth of a second,
 * and drawn documents would be longer.
 */
function useIsRingDue(place: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancel = afterPaint(() => {
      timer = setTimeout(() => startTransition(() => setDue(true)), place * ringMs)
    })
    return () => {
      cancel()
      clearTimeout(timer)
    }
  }, [place])
  return isDue
}

/**
 * Draws the initials of a name in a ring of guilloche lines, which the name seeds. Screen readers skip the
 * ring, because the name is next to it.
 */
function NameRing({ name, place }: { name: string; place: number }) {
  const isDue = useIsRingDue(place)
  return (
    <svg
      viewBox="-30 -30 60 60"
      className="size-9 flex-none font-[640] text-link @max-[13.5rem]:hidden"
      aria-hidden="true"
    >
      {isDue ? <RingLines name={name} /> : null}
      <circle r="17.5" className="fill-surface" />
      <text y="7" textAnchor="middle" fontSize="20" fill="currentColor">
        {initialsOf(name)}
      </text>
    </svg>
  )
}

function RingLines({ name }: { name: string }) {
  const path = useMemo(
    () => petalPath({ radius: 30, petals, layers: 4, cut: 0.1, seed: name }),
    [name],
  )
  return (
    <g fill="none" stroke="currentColor" strokeWidth="0.7" opacity="0.55">
      {angles.map((angle) => (
        <path key={angle} d={path} transform={`rotate(${angle})`} />
      ))}
    </g>
  )
}

/**
 * Returns at most two initials of words that begin with a letter: AL for `Ada L`, M for `Member 1234`.
 */
export function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}'’])\p{L}/gu) ?? []
  return letters.slice(0, 2).join('').toLocaleUpperCase(locale)
}
