// Tests the present places of kilograms, computed from the log's entries of their sale and
// replacements.
import { expect, it } from 'vitest'
import type { ReplaceEntry } from '#features/log/log-entry.ts'
import { areSamePlaces, type BlockPlaces, placesAfter } from '#features/log/logged-places.ts'

const run = (serial: string, first: number, last: number, registry = 'GS'): BlockPlaces => {
  return { registry, serial, first, last }
}
const sold = run('A', 11, 40)
const replaced = (
  [first, last]: readonly [number, number],
  { serial: by_serial, first: by_first, last: by_last, registry }: BlockPlaces,
  former = 'A',
): ReplaceEntry => ({
  ...{ kind: 'replace', registry: 'GS', serial: former, first, last },
  ...{ by_serial, by_first, by_last, day: '2026-11-22' },
  ...(registry === 'GS' ? {} : { by_registry: registry }),
})
const after = (...replacements: readonly ReplaceEntry[]) => placesAfter(sold, replacements)

it('are those of the sale until some are replaced; the rest on both sides stay', () => {
  expect(after()).toEqual([sold])
  const left = [run('A', 11, 20), run('A', 31, 40)]
  expect(after(replaced([21, 30], run('B', 1, 10)))).toEqual([...left, run('B', 1, 10)])
  const ends = [run('A', 11, 11), run('A', 40, 40)]
  expect(after(replaced([12, 39], run('B', 1, 28)))).toEqual([...ends, run('B', 1, 28)])
  const elsewhere = run('A', 1, 10, 'VCS')
  expect(after(replaced([21, 30], elsewhere))).toEqual([...left, elsewhere])
})

it('are one run where consecutive runs meet', () => {
  const pieces = [replaced([21, 40], run('B', 5, 24)), replaced([11, 20], run('B', 25, 34))]
  expect(after(...pieces)).toEqual([run('B', 5, 34)])
  expect(after(...pieces, replaced([5, 34], run('C', 1, 30), 'B'))).toEqual([run('C', 1, 30)])
})

it.each([
  ['places that are not there', replaced([10, 20], run('B', 1, 11))],
  ['more than was there', replaced([31, 41], run('B', 1, 11))],
  ['places of another block', replaced([11, 20], run('B', 1, 10), 'C')],
  ['by fewer', replaced([11, 20], run('B', 1, 9))],
])('cannot be found where an entry replaces %s', (_what, entry) => {
  expect(after(entry)).toBeNull()
})

it('are equal however they are cut, and differ for another block, registry or place', () => {
  const cut = [run('A', 21, 40), run('B', 1, 5), run('A', 11, 20)]
  expect(areSamePlaces([sold, run('B', 1, 5)], cut)).toBe(true)
  for (const other of [
    ...[run('A', 11, 39), run('A', 12, 40), run('B', 11, 40), run('A', 11, 40, 'VCS')],
  ]) {
    expect(areSamePlaces([sold], [other])).toBe(false)
  }
  expect(areSamePlaces([sold], [run('A', 11, 20), run('A', 22, 40)])).toBe(false)
})

it.each([
  ['more', [sold, run('B', 1, 5)]],
  ['some twice', [sold, run('A', 11, 20)]],
  ['none', []],
])('differ from %s, whichever list has them', (_, other) => {
  expect(areSamePlaces([sold], other)).toBe(false)
  expect(areSamePlaces(other, [sold])).toBe(false)
})
