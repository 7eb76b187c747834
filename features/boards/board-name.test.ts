// Tests the names on a board.
import { expect, it } from 'vitest'
import { boardName } from './board-name.ts'

const someone = { nickname: null, first_name: null, last_name: null, member_number: 42 }

it.each([
  ['a nickname first', { nickname: 'Ada', first_name: 'Augusta', last_name: 'King' }, 'Ada'],
  ['else first name and initial', { first_name: 'Augusta', last_name: 'king' }, 'Augusta K.'],
  ['a first name alone', { first_name: 'Augusta' }, 'Augusta'],
  ['else a number of four digits that stays', {}, 'Member 0042'],
  ['no last name alone', { last_name: 'King' }, 'Member 0042'],
  ['no nickname that is a phone number', { nickname: '07400 123456' }, 'Member 0042'],
  ['none that is an address', { nickname: 'buy.example.com' }, 'Member 0042'],
  ['no first name that is a phone number', { first_name: '447400123456' }, 'Member 0042'],
])('%s', (_case, names, shown) => {
  expect(boardName({ ...someone, ...names })).toBe(shown)
})

it('a nickname is judged the same the second time', () => {
  for (const nickname of ['Ada', 'buy.example.com', 'Ada', 'buy.example.com']) {
    const shown = nickname === 'Ada' ? 'Ada' : 'Member 0042'
    expect(boardName({ ...someone, nickname })).toBe(shown)
  }
})
