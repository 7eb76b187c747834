// The list of faults stays true as the code moves: each can be planted, and its tests are there.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutants, planted } from './mutants.ts'

it('every fault can be planted, in one place and no other', () => {
  const stale = mutants.flatMap((mutant) => {
    try {
      planted(readFileSync(mutant.file, 'utf8'), mutant)
      return []
    } catch (error) {
      return [String(error)]
    }
  })
  expect(stale).toEqual([])
})

it('every fault changes something, has a name of its own and tests that exist', () => {
  expect(mutants.filter(({ find, replace }) => find === replace)).toEqual([])
  const names = mutants.map(({ area, fault }) => `${area}: ${fault}`)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(mutants.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([])
})
