// Tests the notice of a long wait: when it appears, where, and that each action has its own time.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { Button } from './button.tsx'
import { Waiting } from './waiting.tsx'

const text = 'Still working on it. Please wait; nothing will happen twice.'

// A first load takes long on a busy machine.
beforeAll(() => import('./long-wait.ts'))
beforeEach(() => {
  openPage()
  vi.useFakeTimers()
})

/** The notices on the page, with the names of their places. */
const notices = () =>
  [...document.querySelectorAll('.long-wait')].map((notice) => [
    notice.parentElement?.getAttribute('aria-label') ?? notice.parentElement?.tagName,
    notice.textContent,
  ])
/** Waits until the code of the notice has loaded. Its time then begins. */
const begun = (count = 1) => until(() => notices().length === count)

it('is empty for eight seconds, then says that the action still runs, and goes with it', async () => {
  const page = await draw(<Button>Go</Button>)
  await pass(10_000)
  expect(notices()).toEqual([])
  await page.again(<Button busy>Go</Button>)
  await begun()
  expect(document.querySelector('.long-wait')?.getAttribute('role')).toBe('status')
  await pass(7_800)
  expect(notices()).toEqual([['BODY', '']])
  await pass(300)
  expect(notices()).toEqual([['BODY', text]])
  await page.again(<Button busy>Go on</Button>)
  expect(notices()).toEqual([['BODY', text]])
  await page.again(<Button>Go</Button>)
  await until(() => notices().length === 0)
  await page.close()
})

it('has the time of each action, and none of a previous one', async () => {
  const page = await draw(<Button busy>Go</Button>)
  await begun()
  await pass(5_000)
  await page.again(<Button>Go</Button>)
  await until(() => notices().length === 0)
  await page.again(<Button busy>Go</Button>)
  await begun()
  await pass(5_000)
  expect(notices()).toEqual([['BODY', '']])
  await page.close()
  await until(() => notices().length === 0)
  await pass(10_000)
  expect(notices()).toEqual([])
})

it('is in the dialog of its button, once for several buttons', async () => {
  const both = (first: boolean, second: boolean) => (
    <>
      <div role="dialog" aria-label="Question">
        <Button busy={first}>Yes</Button>
        <Button busy={second}>No</Button>
      </div>
      <Waiting />
    </>
  )
  const page = await draw(both(true, true))
  await begun(2)
  await pass(8_100)
  expect(notices().toSorted()).toEqual([
    ['BODY', text],
    ['Question', text],
  ])
  await page.again(both(false, true))
  await pass(100)
  expect(notices()).toContainEqual(['Question', text])
  await page.again(both(false, false))
  await until(() => notices().length === 1)
  expect(notices()).toEqual([['BODY', text]])
  await page.close()
})

it('is left out where an action ends before the code has loaded', async () => {
  const page = await draw(<Button busy>Go</Button>)
  await page.again(<Button>Go</Button>)
  await pass(9_000)
  await until(() => notices().length === 0)
  await page.close()
})
