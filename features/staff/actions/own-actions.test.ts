// Tests which actions a member of staff may run.
import { expect, it } from 'vitest'
import { actions } from '#server/actions.ts'
import { staffRoles } from '#values/staff/roles.ts'
import { holdsRole, ownActionsOf } from './own-actions.ts'

const namesOf = (...roles: readonly string[]) =>
  ownActionsOf(actions, { roles }).map(({ name }) => name)

it('has those of each role, and no others', () => {
  for (const role of staffRoles) {
    const own = actions.filter(({ roles }) => roles.includes(role))
    expect(namesOf(role), role).toEqual(own.map(({ name }) => name))
  }
  expect(namesOf()).toEqual([])
  expect(namesOf('partner:01900000-0000-7000-8000-000000000000')).toEqual([])
})

it('has those of all roles of a member, in the order of the list', () => {
  for (const one of staffRoles) {
    for (const other of staffRoles) {
      const own = new Set([...namesOf(one), ...namesOf(other)])
      const inOrder = actions.map(({ name }) => name).filter((name) => own.has(name))
      expect(namesOf(one, other), `${one}, ${other}`).toEqual(inOrder)
    }
  }
})

it('has no unknown action', () => {
  expect(holdsRole(undefined, { roles: staffRoles })).toBe(false)
})
