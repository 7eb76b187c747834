// Tests that a module that failed to load is requested under another address, if the browser
// reports the failed one. tests/journeys/no-blank-page.journey.ts checks that it then loads.
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lazyPart, repeatable } from './lazy-part.ts'

/** A loader that rejects with this message, and a count of its calls. */
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
])('a failed script is not requested under its own address again: %s', async (message) => {
  const { asked, load } = missing(message)
  await expect(load()).rejects.toThrow(message)
  await expect(load()).rejects.not.toThrow(message)
  expect(asked.times).toBe(1)
})

it('a browser that does not report the address repeats the same request', async () => {
  const { asked, load } = missing('Importing a module script failed.')
  await expect(load()).rejects.toThrow()
  await expect(load()).rejects.toThrow()
  expect(asked.times).toBe(2)
})

it('a loaded module is returned', async () => {
  expect(await repeatable(async () => ({ answer: 42 }))()).toEqual({ answer: 42 })
})

const Shown = () => createElement('p')

it('a part whose code was loaded before is rendered without a placeholder', async () => {
  const part = lazyPart(async () => ({ Page: Shown }), 'Page')
  const draw = () =>
    renderToString(createElement(Suspense, { fallback: 'waits' }, createElement(part)))
  expect(draw()).toContain('waits')
  await part.load()
  expect(draw()).toContain('<p></p>')
})
