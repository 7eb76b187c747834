// Tests which picture moves to the next page, and that a page changes without the animation where there is none.
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage, pass, until } from '#web/test-page.ts'
import { mayMove, moveFrom, navigateWithTransition } from './view-transition.ts'

let prefersStill: boolean
beforeEach(() => {
  openPage()
  prefersStill = false
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: query === '(prefers-reduced-motion: reduce)' && prefersStill,
    }),
  })
})

it('only the pressed picture moves, also after another one', () => {
  document.body.innerHTML = '<i data-scene></i><i data-scene></i><b></b>'
  const [first, second] = document.querySelectorAll<HTMLElement>('i')
  const names = () =>
    [...document.querySelectorAll<HTMLElement>('i, b')].map((each) =>
      each.style.getPropertyValue('view-transition-name'),
    )
  moveFrom(second)
  expect(names()).toEqual(['none', 'scene', ''])
  moveFrom(first)
  expect(names()).toEqual(['scene', 'none', ''])
  moveFrom(null)
  expect(names()).toEqual(['none', 'none', ''])
})

/** A browser that animates: `begin` changes the page, and the animation begins when its promise resolves. */
function animate() {
  const begun: Promise<unknown>[] = []
  const skipped = () => Promise.reject(new DOMException('skipped', 'AbortError'))
  Object.assign(document, {
    startViewTransition(begin: () => Promise<void>) {
      begun.push(begin())
      return { ready: skipped(), finished: skipped() }
    },
  })
  return begun
}
const navigate = vi.fn<(path: string, options?: object) => void>()
beforeEach(() => void navigate.mockReset())

it.each([
  ['that asks for none', { replace: true }, false, true],
  ['without options', undefined, false, true],
  ['of a user who prefers no motion', { transition: true }, true, true],
  ['in a browser that cannot', { transition: true }, false, false],
])('a navigation %s is not animated', (_, options, isStill, canAnimate) => {
  prefersStill = isStill
  const begun = canAnimate ? animate() : []
  navigateWithTransition(navigate, '/app/projects/p', options)
  expect([begun.length, navigate.mock.calls]).toEqual([0, [['/app/projects/p', options]]])
  expect(mayMove()).toBe(!isStill)
})

it('an animated navigation waits for the picture of the next page, a quarter of a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const begun = animate()
  const options = { transition: true }
  let ended = 0
  const go = () => {
    navigateWithTransition(navigate, '/app/projects/p', options)
    void begun.at(-1)?.then(() => {
      ended += 1
    })
  }
  go()
  expect(navigate.mock.calls).toEqual([['/app/projects/p', options]])
  await pass(240)
  expect(ended).toBe(0)
  await pass(20)
  expect(ended).toBe(1)
  go()
  await pass(100)
  document.body.innerHTML = '<div class="project-picture"></div>'
  await pass(10)
  await until(() => ended === 2)
  go()
  await until(() => ended === 3)
})
