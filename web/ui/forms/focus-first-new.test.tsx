// Tests that the focus moves to the first new entry of a list, also when an older render ends in between.
import { act, useRef, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { useFocusFirstNew } from './focus-first-new.ts'

beforeEach(() => {
  openPage()
})

const controls: { focusNewFrom: (count: number) => void; show: (count: number) => void } = {
  focusNewFrom: () => undefined,
  show: () => undefined,
}

function List() {
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState({ shown: 2 })
  controls.focusNewFrom = useFocusFirstNew(list, 'button')
  controls.show = (shown) => setCount({ shown })
  return (
    <ul ref={list}>
      {Array.from({ length: count.shown }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries are their places
        <button key={index} type="button">{`${index}`}</button>
      ))}
    </ul>
  )
}

it('focuses the first new entry, once', async () => {
  await draw(<List />)
  await act(async () => {
    controls.focusNewFrom(2)
    controls.show(4)
  })
  expect(document.activeElement?.textContent).toBe('2')
  await act(async () => controls.show(6))
  expect(document.activeElement?.textContent).toBe('2')
})

it('waits for the new entries if another render ends first', async () => {
  await draw(<List />)
  await act(async () => {
    controls.focusNewFrom(2)
    controls.show(2)
  })
  expect(document.activeElement).toBe(document.body)
  await act(async () => controls.show(4))
  expect(document.activeElement?.textContent).toBe('2')
})
