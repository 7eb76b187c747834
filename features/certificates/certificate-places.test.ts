// Tests which block is first on a certificate after a partial replacement.
import { expect, it } from 'vitest'
import { type PresentPlaces, presentPlaces } from '#features/certificates/certificate-places.ts'

const facts: Omit<PresentPlaces['block'], 'batch_id'> = {
  ...{
    vintage_year: 2024,
    serial_number: 'GS1-1',
    project: 'Wind farm',
    project_number: 'GS-1',
    registered_name: 'Wind farm',
    project_type: [],
  },
  ...{ country: 'TR', country_name: 'Turkey', registry: 'GS', registry_name: 'Gold Standard' },
  ...{ external_url: null, is_demo: false, is_uncompared: false },
}
const piece = (batch_id: string, kg: number) => ({
  ...facts,
  ...{ purchase_id: 'purchase', first_place: 1, is_replaced: false, batch_id, kg },
})
const bought = { block: piece('b', 10), first: 1, last: 10 }
const leadOf = (...pieces: ReturnType<typeof piece>[]) =>
  presentPlaces(bought, pieces)[0].block.batch_id

it('is that of most kilograms; of two with as many, the one that was bought', () => {
  expect(leadOf(piece('a', 6), piece('b', 4))).toBe('a')
  expect(leadOf(piece('a', 5), piece('b', 5))).toBe('b')
  expect(leadOf(piece('b', 5), piece('c', 5))).toBe('b')
})

const from = (first_place: number, ...of: Parameters<typeof piece>) => ({
  ...piece(...of),
  first_place,
})
const runsOf = (...pieces: ReturnType<typeof piece>[]) =>
  presentPlaces(bought, pieces).map(({ block: { batch_id }, first, last }) => {
    return { batch_id, first, last }
  })

it('places of one block stay separate where others are between them, and replaced ones are left out', () => {
  const replaced = { ...from(3, 'a', 2), is_replaced: true }
  expect(runsOf(from(1, 'a', 2), replaced, from(5, 'a', 2), from(7, 'a', 1))).toEqual([
    { batch_id: 'a', first: 1, last: 2 },
    { batch_id: 'a', first: 5, last: 7 },
  ])
})

it('kilograms of two blocks stay separate where the places of one continue in the other', () => {
  const runs = runsOf(from(1, 'a', 2), from(3, 'a', 4), from(7, 'b', 2), from(9, 'b', 2))
  expect(runs).toEqual([
    { batch_id: 'a', first: 1, last: 6 },
    { batch_id: 'b', first: 7, last: 10 },
  ])
})
