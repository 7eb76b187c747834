// Tests where one page of a list ends and the next begins.
import { describe, expect, it } from 'vitest'
import { cursorOf, pageOf, positionOf } from './list-page.ts'

const row = (position: number) => ({
  position,
  id: `00000000-0000-4000-8000-00000000000${position}`,
})
const rows = [row(1), row(2), row(3)]

describe('a page', () => {
  it('without a limit is the whole list', () => {
    expect(pageOf(rows, null)).toEqual({ rows, next: null })
  })

  it('names the next one only where a row follows', () => {
    expect(pageOf(rows, 2)).toEqual({ rows: [row(1), row(2)], next: cursorOf(row(2)) })
    expect(pageOf(rows, 3)).toEqual({ rows, next: null })
  })

  it('is found again by its cursor', () => {
    expect(positionOf(cursorOf(row(2)))).toEqual(row(2))
  })

  it.each(['', '1', '1~2', 'x~00000000-0000-4000-8000-000000000001', `${cursorOf(row(1))}'`])(
    'is not found by %j',
    (cursor) => {
      expect(positionOf(cursor)).toBeNull()
    },
  )
})
