// Tests how the file of the demonstration's past sales is read: in the order of time, and never with a faulty row.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceOfText } from '#providers/registries/tables/file-source.ts'
import { readDemoSales } from './demo-sales.ts'

const header = 'serial_number,minutes_ago,quantity_kg'
const read = (...lines: readonly string[]) =>
  readDemoSales(sourceOfText({ name: 'past-sales.csv', text: [header, ...lines].join('\n') }))

describe('past sales', () => {
  it('are read oldest first, each with its own numbers', async () => {
    expect(await read('A-1,20,3', 'B-1,4000,1', 'A-1,100,250')).toEqual([
      { serialNumber: 'B-1', minutesAgo: 4_000, quantityKg: 1 },
      { serialNumber: 'A-1', minutesAgo: 100, quantityKg: 250 },
      { serialNumber: 'A-1', minutesAgo: 20, quantityKg: 3 },
    ])
  })

  it('of one minute stay in the order of the file', async () => {
    const sales = await read('A-1,7,1', 'B-1,7,2', 'C-1,7,3')
    expect(sales.map(({ serialNumber }) => serialNumber)).toEqual(['A-1', 'B-1', 'C-1'])
  })

  it.each([
    ['A-1,20,3\n,20,3', 'line 3: serial_number: is missing'],
    ['A-1,0,3', 'line 2: minutes_ago'],
    ['A-1,-5,3', 'line 2: minutes_ago'],
    ['A-1,20,0', 'line 2: quantity_kg'],
    ['A-1,20,1.5', 'line 2: quantity_kg'],
    ['A-1,20,', 'line 2: quantity_kg'],
  ])('are read not at all with a faulty row: %j', async (lines, fault) => {
    await expect(read(lines)).rejects.toThrow(`past-sales.csv, ${fault}`)
  })

  it('of the product are of some weeks, and over before now', async () => {
    const file = resolve(import.meta.dirname, '../../database/demo-catalogue/past-sales.csv')
    const sales = await readDemoSales({ file, open: () => createReadStream(file) })
    const minutes = sales.map(({ minutesAgo }) => minutesAgo)
    expect(minutes).toEqual(minutes.toSorted((one, other) => other - one))
    // A sale is completed a minute later, which is also in the past.
    expect(Math.min(...minutes)).toBeGreaterThan(1)
    expect(Math.max(...minutes)).toBeLessThan(26 * 7 * 1_440)
  })
})
