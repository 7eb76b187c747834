// Tests the order of lists that are sorted in memory.
import { expect, it } from 'vitest'
import { type SortOf, sortRows } from './sorted-pages.ts'

type Row = { readonly name: string; readonly kg: number }
const rows: readonly Row[] = [
  { name: 'b', kg: 2 },
  { name: 'a', kg: 2 },
  { name: 'c', kg: 1 },
]
const keys = { name: ({ name }: Row) => name, kg: ({ kg }: Row) => kg }

it.each<[SortOf<'name' | 'kg'> | undefined, string]>([
  [undefined, 'bac'],
  ['name', 'abc'],
  ['-name', 'cba'],
  ['kg', 'cba'],
  ['-kg', 'bac'],
])('sorted by %s the rows are %s', (sort, order) => {
  expect(
    sortRows(rows, sort, keys)
      .map(({ name }) => name)
      .join(''),
  ).toBe(order)
})
