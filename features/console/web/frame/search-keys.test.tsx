// Tests the keys of the search: arrows choose a hit, Enter opens it, Escape closes the hits.
import { act } from 'react'
import { expect, it } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, openConsole } from '../test-console-page.tsx'

const kinds = ['person', 'purchase', 'batch', 'project', 'programme']
const hits = kinds.map((kind) => ({ kind, id: `${kind} 1`, title: kind, detail: 'x' }))

async function search() {
  const opened = await openConsole('/staff', { '/staff': [], '/search?q=abc': hits })
  await opened.page.type('Search everything', 'abc')
  await until(() => expect(document.querySelectorAll('[role=option]')).toHaveLength(5))
  const field = document.querySelector('[role=combobox]')
  const press = (...keys: readonly string[]) =>
    act(async () => {
      for (const key of keys) {
        await act(async () =>
          field?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true })),
        )
      }
    })
  return { ...opened, press }
}
const keysOf = (key: string) =>
  act(async () =>
    document
      .querySelector('[role=combobox]')
      ?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true })),
  )
const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.id
const isShown = () =>
  document.querySelector('[role=listbox]')?.classList.contains('hidden') !== true

it.each([
  [[], '/people/person%201'],
  [['ArrowDown'], '/purchases/purchase%201'],
  [['ArrowDown', 'ArrowDown'], '/catalogue/batches/batch%201'],
  [['ArrowUp', 'ArrowUp'], '/catalogue/projects/project%201'],
  [['ArrowUp'], '/programmes/programme%201'],
  [['ArrowUp', 'ArrowDown'], '/people/person%201'],
])('after %j, Enter opens %s', async (keys, path) => {
  const { press, address } = await search()
  await press(...keys, 'Enter')
  await until(() => expect(address()).toBe(path))
})

it('Escape closes the hits, then empties the field', async () => {
  const { page, press } = await search()
  expect(chosen()).toMatch(/-0$/)
  await press('Escape')
  expect(isShown()).toBe(false)
  expect(page.valueOf('Search everything')).toBe('abc')
  await press('Escape')
  expect(page.valueOf('Search everything')).toBe('')
})

it('a search that fails says why', async () => {
  const failure = { error: 'Failed.', code: 'internal', request_id: 'r8' }
  const { page } = await openConsole('/staff', {
    ...{ '/staff': [], '/search?q=abc': answer(failure, 500) },
  })
  await page.type('Search everything', 'abc')
  await until(() => expect(page.text()).toContain('The server failed. Request r8.'))
})

it('Enter before the hits have come opens the first of them', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { page, address } = await openConsole('/staff', { '/staff': [] })
  answerCalls(async () => {
    await promise
    return answer(hits.slice(1))
  })
  await page.type('Search everything', 'abc')
  await keysOf('Enter')
  expect(address()).toBe('/staff')
  resolve()
  await until(() => expect(address()).toBe('/purchases/purchase%201'))
})

it('Enter counts for the text of then only, and the hits close without the focus', async () => {
  const { page, address } = await openConsole('/staff', {
    ...{ '/staff': [], '/search?q=abcd': hits },
  })
  await page.type('Search everything', 'abc')
  await keysOf('Enter')
  await page.type('Search everything', 'abcd')
  await until(() => expect(document.querySelectorAll('[role=option]')).toHaveLength(5))
  expect([address(), isShown()]).toEqual(['/staff', true])
  const field = document.querySelector('[role=combobox]')
  const focus = (type: string) =>
    act(async () => field?.dispatchEvent(new window.FocusEvent(type, { bubbles: true })))
  await focus('focusout')
  expect(isShown()).toBe(false)
  await focus('focusin')
  expect(isShown()).toBe(true)
  expect(field?.getAttribute('maxlength')).toBe('200')
})
