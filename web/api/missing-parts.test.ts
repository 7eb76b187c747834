// Tests that all parts are loaded in advance, even if some of them fail.
import { expect, it } from 'vitest'
import { lazyPart, parts } from './lazy-part.ts'
import { loadAllParts } from './missing-parts.ts'

const Part = () => null

it('a failed part does not stop the following ones, and parts of a loaded part follow', async () => {
  const others = [...parts]
  parts.clear()
  const asked: string[] = []
  const part = (name: string, come: () => void = () => undefined) =>
    lazyPart(async () => {
      asked.push(name)
      come()
      return { Part }
    }, 'Part')
  part('first', () => {
    throw new TypeError('Failed to fetch')
  })
  part('second', () => part('of the second'))
  let pauses = 0
  await loadAllParts(async () => {
    pauses += 1
  })
  expect(asked).toEqual(['first', 'second', 'of the second'])
  expect(pauses).toBe(3)
  parts.clear()
  for (const each of others) parts.add(each)
})
