// A module that did not come is asked for under another address, where the browser names the one that
// it asked; journeys see that it comes then (tests/journeys/no-blank-page.journey.ts).
import { expect, it } from 'vitest'
import { repeatable } from './repeatable-import.ts'

/** A loader that rejects so, and how often it was asked. */
function missing(message: string) {
  const asked = { times: 0 }
  const load = repeatable(() => {
    asked.times += 1
    return Promise.reject<unknown>(new TypeError(message))
  })
  return { asked, load }
}

it.each([
  'Failed to fetch dynamically imported module: https://passport.example/assets/home-page-Bx_1-z.js',
  'error loading dynamically imported module: https://passport.example/assets/home-page-Bx_1-z.js',
])('a named script is not asked for under its own address again: %s', async (message) => {
  const { asked, load } = missing(message)
  await expect(load()).rejects.toThrow(message)
  await expect(load()).rejects.not.toThrow(message)
  expect(asked.times).toBe(1)
})

it('a browser that names nothing is asked in the same way', async () => {
  const { asked, load } = missing('Importing a module script failed.')
  await expect(load()).rejects.toThrow()
  await expect(load()).rejects.toThrow()
  expect(asked.times).toBe(2)
})

it('what comes is handed on', async () => {
  expect(await repeatable(async () => ({ answer: 42 }))()).toEqual({ answer: 42 })
})
