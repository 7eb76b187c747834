// Tests in which fields of a request a card number is found, and when its field is named.
import { expect, it } from 'vitest'
import { refusedCardNumber } from './card-number-check.ts'

const number = '4242 4242 4242 4242'
const named = (field: string | null) => ({
  problem: 'card_number_refused',
  fields: { field },
})

it.each<[object, string | null]>([
  [{ note: number }, 'note'],
  [{ a: 'text', b: { c: ['x', number] } }, 'b.c.1'],
  [{ amount: 4242424242424242 }, 'amount'],
  [{ [number]: 'x' }, null],
  [{ a: { [number]: 'x' } }, 'a'],
  [{ [number]: number }, null],
  [{ ['n'.repeat(100)]: number }, 'n'.repeat(100)],
  [{ ['n'.repeat(101)]: number }, null],
  [{ from: number }, 'from'],
  [{ first: 'fine', second: number, third: number }, 'second'],
])('%j is refused, and %s is named', (body, field) => {
  expect(refusedCardNumber(body)).toMatchObject(named(field))
})

it.each<[unknown]>([
  [undefined],
  [null],
  [{}],
  [{ note: 'Happy birthday', at: null, yes: true, count: 12 }],
  [{ batchId: number, wallet_tx_id: number, card_token: number, telephone: number }],
  [{ reward_id: number }],
  // A number with decimals is an amount, and a caller's own number may look like a card's.
  [{ amount: 424242424242.4242 }],
  [{ from: '+4242424242424242'.slice(0, 16) }],
])('%j is taken', (body) => {
  expect(refusedCardNumber(body)).toBeNull()
})
