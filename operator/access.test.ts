// Tests which actor may run which command: each role with each command, and that each command declares it.
import { describe, expect, it } from 'vitest'
import { actions } from '#server/actions.ts'
import { readers, staffRoles } from '#values/staff/roles.ts'
import { accessRefusal, systemCommands } from './access.ts'
import type { Actor } from './actor.ts'
import { commands } from './commands/commands.ts'

const member = (...roles: readonly string[]): Actor => ({
  kind: 'member',
  id: '019a6b1e-7c1f-7000-8000-000000000001',
  name: 'Ada',
  roles,
})
const named = (name: string) => {
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  return command
}
const mayRun = (name: string, actor: Actor) => accessRefusal(named(name), actor) === null

/** Commands that only root runs, and timers as far as they are allowed to. */
const ofRoot = [
  ...['plans run', 'staff invite', 'staff list', 'staff roles', 'staff end', 'staff reset'],
  'gifts deliver',
  ...['demo seed', 'migrate', 'backup', 'drill', 'restore', 'runs record', 'log witness'],
]

describe('every command', () => {
  it.each(commands)('declares actions and parts that there are: $name', ({ name, access }) => {
    const names = actions.map((action) => action.name)
    if (access.kind === 'action') {
      expect(access.actions.filter((each) => !names.includes(each))).toEqual([])
      expect(access.actions).toContain(name)
    } else if (access.kind === 'read') {
      expect(Object.keys(readers)).toContain(access.part)
    } else {
      expect(access.kind === 'root' ? ofRoot : ['log verify']).toContain(name)
    }
  })

  it('may be run by root', () => {
    const root = { kind: 'root', forName: undefined } as const
    expect(commands.filter((command) => accessRefusal(command, root) !== null)).toEqual([])
  })

  it('may be run by the roles of its actions or its part, and by no other', () => {
    for (const { name, access } of commands) {
      const allowed = staffRoles.filter((role) => mayRun(name, member(role)))
      const expected: readonly string[] =
        access.kind === 'action'
          ? actions
              .filter((each) => access.actions.includes(each.name))
              .flatMap((each) => each.roles)
          : access.kind === 'read'
            ? readers[access.part]
            : access.kind === 'free'
              ? staffRoles
              : []
      const sorted = staffRoles.filter((role) => expected.includes(role))
      expect([name, allowed]).toEqual([name, sorted])
    }
  })

  it('that changes data has the name of an action, or is for root', () => {
    const changing = commands.filter(({ usage }) => usage.includes('--reason'))
    expect(changing.length).toBeGreaterThan(30)
    const kinds = new Set(changing.map(({ access }) => access.kind))
    expect([...kinds].filter((kind) => kind !== 'action' && kind !== 'root')).toEqual([])
  })
})

it('names the roles that a command needs', () => {
  expect(accessRefusal(named('wallet debit'), member('support', 'look'))).toBe(
    'wallet debit needs one of the roles money, admin. You have support, look.',
  )
  expect(accessRefusal(named('staff list'), member('admin'))).toContain('for root only')
})

it('lets people of a programme read programmes, and nothing else', () => {
  const partner = member('partner:bank')
  const allowed = commands.filter(({ name }) => mayRun(name, partner)).map(({ name }) => name)
  expect(allowed).toEqual([
    'programmes list',
    'programmes statement',
    'partners list',
    'log verify',
  ])
})

it('lets system back up, check, migrate and refresh rates only', () => {
  const system = { kind: 'system' } as const
  const allowed = commands.filter(({ name }) => mayRun(name, system)).map(({ name }) => name)
  expect(allowed.sort()).toEqual([...systemCommands].sort())
  expect(allowed).not.toContain('restore')
  expect(accessRefusal(named('purchases refund'), system)).toContain('system only runs')
})
