// Tests the rules of a session's data in a browser without storage.
// tests/journeys/sign-out.journey.ts tests a browser with storage.
import { expect, it } from 'vitest'
import { joinGeneration, keep, nextGeneration, readGeneration, readKept } from './browser-store.ts'

it('data of an ended session is erased, and no more is kept for it', async () => {
  joinGeneration(await readGeneration())
  expect(await keep('card', 'mine')).toBe(true)
  expect(await readKept('card')).toBe('mine')
  await nextGeneration({ leaving: true })
  expect(await readKept('card')).toBeUndefined()
  expect(await readKept('leaving')).toBe(true)
  expect(await keep('card', 'late')).toBe(false)
  expect(await readKept('card')).toBeUndefined()
})

it('a tab without a session keeps no data', async () => {
  joinGeneration(undefined)
  expect(await keep('card', 'mine')).toBe(false)
  expect(await readKept('card')).toBeUndefined()
})

it('ending a session twice leaves the data of the next session', async () => {
  const ended = await readGeneration()
  const next = await nextGeneration()
  joinGeneration(next)
  await keep('card', 'of the next')
  expect(await nextGeneration({}, ended)).toBeUndefined()
  expect(await readGeneration()).toBe(next)
})
