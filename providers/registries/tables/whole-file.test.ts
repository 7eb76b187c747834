// Tests a file that is taken whole or not at all: its greatest length, and the faults of a bad one.
import { expect, it } from 'vitest'
import type { Reads } from './file-source.ts'
import { orFaults, readWhole } from './whole-file.ts'

const file = 'rows.csv'
const source = {
  file,
  open: () => {
    throw new Error('nobody opens it')
  },
}

/** A row for each line but those that are bad. */
async function* reads(lines: number, bad: readonly number[] = []): Reads<string> {
  for (let line = 2; line < 2 + lines; line += 1) {
    if (bad.includes(line)) yield { file, line, fault: 'bad' }
    else yield { file, line, row: `row ${line}` }
  }
}
const whole = (lines: number, bad?: readonly number[]) =>
  orFaults(() => readWhole(source, reads(lines, bad), 3))

it('has at most the allowed number of rows', async () => {
  expect(await whole(3)).toHaveLength(3)
  expect(await whole(4)).toEqual({
    faults: [{ file, line: 5, fault: 'the file has more than 3 rows' }],
  })
})

it('is refused with each row that is at fault', async () => {
  expect(await whole(4, [3, 5])).toEqual({
    faults: [3, 5].map((line) => ({ file, line, fault: 'bad' })),
  })
})

it('passes any other error on', async () => {
  const broken = orFaults(() => Promise.reject(new Error('the disk is gone')))
  await expect(broken).rejects.toThrow('the disk is gone')
})
