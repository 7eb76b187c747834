// Tests that the parts of a long page are rendered one by one, and all at once when it is shown again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { useInTurn } from './use-in-turn.ts'

let isWide: boolean
beforeEach(() => {
  isWide = false
  vi.useFakeTimers()
  openPage()
  vi.stubEnv('SSR', false)
  Object.assign(window, { matchMedia: () => ({ matches: isWide }) })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('cancelAnimationFrame', (timer: NodeJS.Timeout) => clearTimeout(timer))
})
afterEach(() => vi.unstubAllEnvs())

function Shown({ name }: { name: string }) {
  return <p>{useInTurn(name, { total: 3, onWideScreens: 2 })}</p>
}

it.each([
  ['a phone', false, '0'],
  ['a wide screen', true, '2'],
])(
  '%s begins with what is in sight, and shows all at once the next time',
  async (name, wide, first) => {
    isWide = wide
    const page = await draw(<Shown name={name} />)
    expect(page.text()).toBe(first)
    await until(() => page.text() === '3')
    await page.close()
    expect((await draw(<Shown name={name} />)).text()).toBe('3')
  },
)
