// Tests when failed parts of a page share one box, and when each shows its own error.
import { expect, it } from 'vitest'
import { withPart } from './failed-parts.tsx'

const part = {
  message: 'Could not load rewards.',
  onRetry: () => undefined,
  busy: false,
  isOffline: false,
}
const none: Parameters<typeof withPart>[0] = { parts: new Map(), isGathered: false }
const failing = (...ids: readonly string[]) =>
  ids.reduce((now, id) => withPart(now, id, part, 3), none)

it('two failed parts each show their own error, and three share one box', () => {
  expect(failing('a', 'b').isGathered).toBe(false)
  expect(failing('a', 'b', 'a').isGathered).toBe(false)
  expect(failing('a', 'b', 'c').isGathered).toBe(true)
})

it('the box stays until its last part has loaded', () => {
  const gathered = failing('a', 'b', 'c')
  const one = withPart(withPart(gathered, 'a', undefined, 3), 'c', undefined, 3)
  expect([one.isGathered, [...one.parts.keys()]]).toEqual([true, ['b']])
  const over = withPart(one, 'b', undefined, 3)
  expect([over.isGathered, over.parts.size]).toEqual([false, 0])
  expect(withPart(over, 'a', part, 3).isGathered).toBe(false)
})
