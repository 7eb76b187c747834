// Tests that a part broken by a translator or an extension is drawn again at once. One that fails
// each time shows an error.
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { PartBoundary } from './part-boundary.tsx'

/** The changing element is React's own text node, as in a library. */
function Swapped() {
  const [count, setCount] = useState(1)
  return (
    <div>
      <button type="button" onClick={() => setCount(count + 1)}>
        more
      </button>
      <p>
        <b>{`${count} kg`}</b>
        {count === 2 ? null : ' bare'}
      </p>
    </div>
  )
}

/** React logs a caught error with the name of its boundary. The page's own errors have none yet. */
function openSilentPage(): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  openPage()
  const { prototype } = window.Node
  const remove = prototype.removeChild
  vi.spyOn(prototype, 'removeChild').mockImplementation(function removeChild<Child extends Node>(
    this: Node,
    child: Child,
  ): Child {
    if (child.parentNode !== this) throw new DOMException('It is no child.', 'NotFoundError')
    remove.call(this, child)
    return child
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
}

it('a part that lost a node to a translator is drawn again', async () => {
  openSilentPage()
  const page = await draw(
    <PartBoundary loading={null}>
      <Swapped />
    </PartBoundary>,
  )
  const bare = document.querySelector('b')?.nextSibling
  bare?.parentNode?.replaceChild(document.createElement('font'), bare)
  await page.press('more')
  expect(page.text()).toBe('more1 kg bare')
  await page.press('more')
  expect(page.text()).toBe('more2 kg')
})

let times = 0

function Failing(): never {
  times += 1
  throw new DOMException('The object can not be found here.', 'NotFoundError')
}

it('a part that fails each time shows an error after a few attempts', async () => {
  openSilentPage()
  times = 0
  const page = await draw(
    <PartBoundary loading={null}>
      <Failing />
    </PartBoundary>,
  )
  expect(page.text()).toContain('This could not be opened.')
  expect(times).toBeLessThan(20)
})
