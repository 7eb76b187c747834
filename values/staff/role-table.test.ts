// Tests what each role may read, in one table, and the roles of a programme's people.
import { expect, it } from 'vitest'
import {
  type ConsolePart,
  isRole,
  mayRead,
  maySeePhones,
  programmesOf,
  readers,
  staffRoles,
} from './roles.ts'

const partsOf: Readonly<Record<string, readonly ConsolePart[]>> = {
  look: [
    ...(['today', 'people', 'purchases', 'disputes', 'catalogue'] as const),
    ...(['retirement', 'programmes', 'approvals'] as const),
  ],
  support: ['today', 'people', 'purchases', 'disputes', 'catalogue', 'programmes', 'approvals'],
  money: [
    ...(['today', 'people', 'purchases', 'disputes', 'catalogue'] as const),
    ...(['retirement', 'programmes', 'books', 'approvals'] as const),
  ],
  registry: ['today', 'catalogue', 'retirement', 'approvals'],
  admin: [
    ...(['today', 'people', 'purchases', 'disputes', 'catalogue', 'retirement'] as const),
    ...(['programmes', 'books', 'approvals', 'audit', 'staff'] as const),
  ],
  'partner:green-bank': ['programmes'],
  'partner:': [],
  owner: [],
}
const parts = Object.keys(readers) as readonly ConsolePart[]

it.each(Object.entries(partsOf))('%s reads its parts, and no other', (role, allowed) => {
  expect(parts.filter((part) => mayRead([role], part))).toEqual(allowed)
})

it('a member reads what any of the roles may read', () => {
  expect(parts.filter((part) => mayRead(['registry', 'partner:bank'], part))).toEqual([
    ...['today', 'catalogue', 'retirement', 'programmes', 'approvals'],
  ])
  expect(parts.filter((part) => mayRead([], part))).toEqual([])
})

it('support, money and admin see whole phone numbers', () => {
  const roles = [...staffRoles, 'partner:green-bank']
  expect(roles.filter((role) => maySeePhones([role]))).toEqual(['support', 'money', 'admin'])
  expect(maySeePhones(['look', 'money'])).toBe(true)
})

it('the programmes of a member are those of its roles', () => {
  expect(programmesOf(['look', 'partner:green-bank', 'partner:2nd'])).toEqual(['green-bank', '2nd'])
})

it.each<readonly [string, boolean]>([
  ...staffRoles.map((role) => [role, true] as const),
  ['partner:green-bank', true],
  [`partner:${'a'.repeat(63)}`, true],
  [`partner:${'a'.repeat(64)}`, false],
  ['partner:-bank', false],
  ['partner:Bank', false],
  ['partner', false],
  ['Admin', false],
  ['', false],
])('"%s" is a role: %s', (text, expected) => {
  expect(isRole(text)).toBe(expected)
})
