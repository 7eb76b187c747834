// Tests how far a replica has come, from positions and transaction numbers alone.
import { expect, it } from 'vitest'
import { readPosition, shownBy, shownNothing } from './replica-position.ts'

it('a position is read as PostgreSQL writes it, and no other text is', () => {
  expect(readPosition('0/0')).toBe(0n)
  expect(readPosition('16/B374D848')).toBe(0x16_b374_d848n)
  expect(readPosition('1/0') - readPosition('0/FFFFFFFF')).toBe(1n)
  for (const text of ['', '16', '16/', '/1', '1/123456789', 'G/1']) {
    expect(() => readPosition(text)).toThrow(RangeError)
  }
})

it('the last time counts up to which the replica shows every commit', () => {
  const moments = [10n, 20n, 20n, 35n].map((position, index) => ({
    atMs: index * 100,
    position,
    nextTransaction: 50n + BigInt(index),
  }))
  const at = (position: bigint, oldestTransaction: bigint) =>
    shownBy({ position, oldestTransaction }, moments)
  expect(at(9n, 99n)).toEqual(shownNothing)
  expect(at(10n, 49n)).toEqual({ committedMs: 0, endedMs: null })
  expect(at(19n, 99n)).toEqual({ committedMs: 0, endedMs: 0 })
  expect(at(20n, 51n)).toEqual({ committedMs: 200, endedMs: 100 })
  expect(at(40n, 53n)).toEqual({ committedMs: 300, endedMs: 300 })
  expect(shownBy({ position: 40n, oldestTransaction: 99n }, [])).toEqual(shownNothing)
})
