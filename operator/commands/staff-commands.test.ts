// Tests the commands with which root manages members of staff.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMemberAtShell } from '#features/staff/staff-queries.ts'
import { demonstration } from '#tests/support/demonstration.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import {
  StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let staffConsole: TestConsole
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const why = ['--by', 'root', '--reason', 'a test']
async function operate(...args: string[]) {
  const env = { DATABASE_URL: test.databaseUrl, CONSOLE_URL: staffConsole.url }
  const { code, stdout } = await runOperator(env, [...args, '--json'])
  return { code, answer: JSON.parse(stdout) }
}

it('invites, lists, changes, resets and ends a member', async () => {
  const invite = ['staff', 'invite', 'Ada', 'ada@passport.example', '--roles', 'support, money']
  const invited = await operate(...invite, '--shell', 'ada', ...why)
  expect(invited.code).toBe(0)
  const token = String(invited.answer.link).split('/invitation/')[1] ?? ''
  const ada = new StaffClient(staffConsole.url, invited.answer.id, 'Ada')
  expect((await ada.register(token)).body.roles).toEqual(['support', 'money'])

  const { answer: listed } = await operate('staff', 'list')
  expect(listed.members).toContainEqual(
    expect.objectContaining({ name: 'Ada', state: 'active', shell_user: 'ada' }),
  )
  expect((await operate('staff', 'roles', 'ADA@passport.example', 'look', ...why)).code).toBe(0)
  expect((await ada.get('/me')).body.roles).toEqual(['look'])

  const reset = await operate('staff', 'reset', 'Ada', ...why)
  expect((await ada.get('/me')).status).toBe(401)
  expect((await ada.signIn()).status).toBe(401)
  const again = new StaffClient(staffConsole.url, invited.answer.id, 'Ada')
  await again.register(String(reset.answer.link).split('/invitation/')[1] ?? '')
  expect((await again.get('/me')).status).toBe(200)

  expect((await operate('staff', 'end', 'Ada', ...why)).code).toBe(0)
  expect((await again.get('/me')).status).toBe(401)
  const { answer: trail } = await operate('audit', 'list', '--about', invited.answer.id)
  expect(trail.entries.map(({ command }: { command: string }) => command)).toEqual([
    'staff end',
    'staff reset',
    'staff roles',
    'staff invite',
  ])
  // The shell name of a member who has ended is free, and then of the new member alone.
  expect(await findMemberAtShell(test.services.db, 'ada')).toBeNull()
  const namesake = await operate(...invite, '--shell', 'ada', ...why)
  expect(await findMemberAtShell(test.services.db, 'ada')).toEqual({
    ...{ id: namesake.answer.id, name: 'Ada', roles: ['support', 'money'] },
  })
})

it('says what became of a member, and shows a link apart, once', async () => {
  const shown = async (...args: readonly string[]) => {
    const env = { DATABASE_URL: test.databaseUrl, CONSOLE_URL: staffConsole.url }
    const { code, stdout } = await runOperator(env, ['staff', ...args])
    return { code, lines: stdout.trimEnd().split('\n') }
  }
  const link = expect.stringMatching(/^http:\/\/[\w.:]+\/invitation\/[\w-]{20,}$/)
  const once = 'The link is valid once, for 24 hours. It is not shown again.'
  const invite = ['invite', ' Dora ', 'dora@passport.example', '--roles', 'look,money', ...why]
  expect(await shown(...invite)).toEqual({
    code: 0,
    lines: ['Dora is invited as look,money.', link, once],
  })
  const listed = await shown('list')
  expect(listed.lines).toContain('Dora  dora@passport.example  look,money  invited')
  expect(await shown('roles', 'dora', 'support,partner:bank', ...why)).toEqual({
    code: 0,
    lines: ['Dora has support, partner:bank now, and had look, money.'],
  })
  const { answer } = await operate('staff', 'roles', 'Dora', 'look', ...why)
  expect(answer).toEqual({
    ...{ ok: true, name: 'Dora', roles: ['look'], old_roles: ['support', 'partner:bank'] },
  })
  expect(await shown('reset', 'DORA@passport.example', ...why)).toEqual({
    code: 0,
    lines: ['Dora has no passkey any more.', link, once],
  })
  expect(await shown('end', 'Dora', ...why)).toEqual({
    code: 0,
    lines: ['Dora has no access any more.'],
  })
  // Another member may have the name and the address of one who has ended, and is the one who is meant.
  const again = ['invite', 'Dora', 'dora@passport.example', '--roles', 'registry', ...why]
  expect((await shown(...again)).lines[0]).toBe('Dora is invited as registry.')
  const both = (await shown('list')).lines.filter((line) => line.startsWith('Dora  '))
  expect(both).toEqual([
    'Dora  dora@passport.example  look  ended',
    'Dora  dora@passport.example  registry  invited',
  ])
  for (const [who, roles, had] of [
    ['dora', 'money', 'registry'],
    ['DORA@passport.example', 'support', 'money'],
  ] as const) {
    const changed = await shown('roles', who, roles, ...why)
    expect(changed.lines).toEqual([`Dora has ${roles} now, and had ${had}.`])
  }
})

it.each([
  ['invite', 'Eve', 'eve@passport.example', '--roles', 'look'],
  ['reset', 'Eve'],
])('without a console no link is made: staff %s', async (...args) => {
  const env = { ...demonstration, DATABASE_URL: test.databaseUrl }
  expect(await runOperator(env, ['staff', ...args, ...why])).toMatchObject({
    code: 2,
    stdout: 'There is no console: set CONSOLE_URL first.\n',
  })
})

it.each([
  [['staff', 'invite', '', 'a@b.example', '--roles', 'look'], 2, 'NAME'],
  [['staff', 'invite', 'Bob', 'no address', '--roles', 'look'], 2, 'EMAIL'],
  [['staff', 'invite', 'Bob', 'b@b.example', '--roles', 'owner'], 2, '"owner" is no role'],
  [['staff', 'invite', 'Bob', 'b@b.example', '--roles', ','], 2, 'Name at least one role.'],
  [['staff', 'roles', 'Nobody', 'look'], 1, 'There is no such member of staff.'],
  [['staff', 'end', 'Nobody'], 1, 'There is no such member of staff.'],
])('refuses %j', async (args, code, text) => {
  const refused = await operate(...args, ...why)
  expect([refused.code, refused.answer.error]).toEqual([code, expect.stringContaining(text)])
})

it('refuses a second member with the same name, address or name at the shell', async () => {
  const invite = (name: string, email: string, shell: string) =>
    operate('staff', 'invite', name, email, '--roles', 'look', '--shell', shell, ...why)
  expect((await invite('Carl', 'carl@passport.example', 'carl')).code).toBe(0)
  for (const [name, email, shell] of [
    ['CARL', 'other@passport.example', 'other'],
    ['Other', 'Carl@passport.example', 'other'],
    ['Other', 'other@passport.example', 'carl'],
  ] as const) {
    const refused = await invite(name, email, shell)
    expect([refused.code, refused.answer.code]).toEqual([1, 'member_exists'])
  }
})

it('keeps the last admin', async () => {
  const admin = await staffConsole.signIn('admin')
  const refused = await operate('staff', 'end', admin.id, ...why)
  expect(refused.answer).toMatchObject({ code: 'last_admin', error: 'The last admin stays.' })
  expect((await operate('staff', 'roles', admin.id, 'look', ...why)).answer.code).toBe('last_admin')
  expect((await operate('staff', 'reset', admin.id, ...why)).code).toBe(0)
})
