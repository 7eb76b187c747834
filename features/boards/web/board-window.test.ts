// Tests the rows that a leaderboard shows.
import { expect, test } from 'vitest'
import type { BoardRow } from '../boards-calls.ts'
import { boardPlaces, boardWindow } from './board-table.tsx'

const board = (length: number, me?: number): BoardRow[] =>
  Array.from({ length }, (_, index) => ({
    rank: index + 1,
    name: `Member ${index + 1}`,
    score: 100 - index,
    isMe: index + 1 === me,
  }))
const ranks = (rows: readonly BoardRow[]) => rows.map((row) => row.rank)

test.each([
  ['in the middle', 10, 6, [4, 5, 6, 7, 8]],
  ['first', 10, 1, [1, 2, 3, 4, 5]],
  ['last', 10, 10, [6, 7, 8, 9, 10]],
  ['on none of the rows', 10, undefined, [1, 2, 3, 4, 5]],
  ['one of three', 3, 3, [1, 2, 3]],
])('five rows are shown around a user who is %s', (_case, length, me, expected) => {
  expect(ranks(boardWindow(board(length, me), 5))).toEqual(expected)
})

test('free places fill the rest of the window', () => {
  const places = boardPlaces(board(2, 1), 5)
  expect(places.map((place) => place.row?.rank)).toEqual([1, 2, undefined, undefined, undefined])
  expect(boardPlaces([], 10)).toHaveLength(10)
})
