// What a browser keeps of a session, where it has no storage: the rules are those of one that has
// (tests/journeys/sign-out.journey.ts).
import { expect, it } from 'vitest'
import { joinGeneration, keep, nextGeneration, readGeneration, readKept } from './browser-store.ts'

it('nothing is kept for a session that has ended, and what was kept of it is gone', async () => {
  joinGeneration(await readGeneration())
  expect(await keep('card', 'mine')).toBe(true)
  expect(await readKept('card')).toBe('mine')
  await nextGeneration({ leaving: true })
  expect(await readKept('card')).toBeUndefined()
  expect(await readKept('leaving')).toBe(true)
  expect(await keep('card', 'late')).toBe(false)
  expect(await readKept('card')).toBeUndefined()
})

it('a tab that is in no session keeps nothing', async () => {
  joinGeneration(undefined)
  expect(await keep('card', 'mine')).toBe(false)
  expect(await readKept('card')).toBeUndefined()
})

it('a session ends once: who comes second ends nothing of the next one', async () => {
  const ended = await readGeneration()
  const next = await nextGeneration()
  joinGeneration(next)
  await keep('card', 'of the next')
  expect(await nextGeneration({}, ended)).toBeUndefined()
  expect(await readGeneration()).toBe(next)
})
