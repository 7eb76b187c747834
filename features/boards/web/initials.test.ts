// Tests the initials of names on boards.
import { expect, it } from 'vitest'
import { initialsOf } from './board-table.tsx'

it.each([
  ['Ada L', 'AL'],
  ['Member 1234', 'M'],
  ['Üye 0042', 'Ü'],
  ["d'Artagnan of the Three", 'DO'],
  ['wind.sail-7', 'WS'],
  ['42', ''],
])('%s: %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
