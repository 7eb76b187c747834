// Tests which uncompared serials count as serials of one registry.
import { expect, it } from 'vitest'
import { looseSerial } from './loose-units.ts'
import { UncomparedIndex } from './uncompared-index.ts'

const serialOf = (registry: string, serialNumber: string) => {
  return { registry, serialNumber, loose: looseSerial(serialNumber, 100) }
}

it.each([
  ['BCR', 'BCR-15-9001-9100', 'b.c.r.', '15/9001/9100', true],
  ['BCR', 'X-15-9001-9100', 'The BCR Registry', '15/9001/9100', true],
  ['BCR', 'X-15-9001-9100', '8CR Carbon Standard', '15/9001/9100', true],
  ['BCR', 'BCR-15-9001-9100', 'BioCarbon', 'bcr 15 9001 9100', true],
  ['BCR', '15-9001-9100', 'ICR', '15-9001-9100', false],
  ['BCR', 'BCR-15-9001-9100', 'ICR', 'ICR-15-9001-9100', false],
  ['BCR', 'X-15-9001-9100', 'ICR', 'X-15-9001-9100', false],
  ['Carbon Registry', '15-9001-9100', 'The Standard', '15-9001-9100', false],
])('%s with %s and %s with %s: %s', (one, serial, other, otherSerial, isOne) => {
  const index = new UncomparedIndex<string>()
  index.add(serialOf(one, serial), serial)
  expect(index.find(serialOf(other, otherSerial))).toBe(isOne ? serial : undefined)
  expect(index.find(serialOf(other, otherSerial), (item) => item !== serial)).toBeUndefined()
})
