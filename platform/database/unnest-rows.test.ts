// Tests that the SQL and the values of rows follow from one declaration.
import { expect, it } from 'vitest'
import { unnestRows } from '#platform/database/unnest-rows.ts'

type Sale = { readonly batch: { readonly id: string }; readonly kg: number; readonly note?: string }
const sale = unnestRows<Sale>({
  batch_id: ['uuid', ({ batch }) => batch.id],
  kg: ['int8', ({ kg }) => kg],
  note: ['text', ({ note }) => note ?? null],
})

it('are one array a column, in the order of the declaration', () => {
  expect(sale.rows).toBe('unnest($1::uuid[], $2::int8[], $3::text[]) as given (batch_id, kg, note)')
  expect(sale.names).toBe('batch_id, kg, note')
  expect(sale.array('kg')).toBe('$2::int8[]')
  const sold = [
    { batch: { id: 'a' }, kg: 1, note: 'for Ada' },
    { batch: { id: 'b' }, kg: 2 },
  ]
  expect(sale.values(sold)).toEqual([
    ['a', 'b'],
    [1, 2],
    ['for Ada', null],
  ])
})

it('leave out a column that is only computed with, and refuse an unknown name', () => {
  expect(sale.namesWithout('kg')).toBe('batch_id, note')
  expect(sale.namesOf('excluded', 'kg', 'note')).toBe('excluded.batch_id')
  expect(() => sale.namesOf('excluded', 'price')).toThrow('no column price is given')
  expect(() => sale.namesWithout('price')).toThrow('no column price is given')
  expect(() => sale.array('price')).toThrow('no column price is given')
})
