// Tests how the console names a person.
import { expect, it } from 'vitest'
import { shownPersonOf } from './shown-person.ts'

const unnamed = { first_name: null, last_name: null, nickname: null, phone: '+447700900101' }

it.each([
  [{ ...unnamed, first_name: 'Ada', last_name: 'Lovelace', nickname: 'A' }, 'Ada Lovelace'],
  [{ ...unnamed, last_name: 'Lovelace' }, 'Lovelace'],
  [{ ...unnamed, nickname: 'Countess' }, 'Countess'],
  [unnamed, '+44•••••101'],
  [{ ...unnamed, phone: null }, null],
])('A person is shown by name, nickname or masked number: %j', (person, shown) => {
  expect(shownPersonOf(person)).toBe(shown)
})
