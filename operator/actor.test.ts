// Tests who a command acts for: root, a name that root typed, a timer, or the member of staff who called sudo.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endMember, inviteMember } from '#features/staff/members/manage-staff.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestConsole, type TestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'

const newestRow = statement(
  'test-newest-audit-row',
  {
    by_name: 'text',
    for_name: 'text?',
    staff_id: 'uuid?',
    roles: 'text[]',
    command: 'text',
    about: 'text[]',
    outcome: 'text?',
    detail: 'text?',
    figures: 'jsonb',
  },
  `select by_name, for_name, staff_id, roles, command, about, outcome, detail, figures
   from audit_trail order by id desc limit 1`,
)
const countRows = statement(
  'test-count-audit-rows',
  { rows: 'int8' },
  'select count(*) as rows from audit_trail',
)

let test: TestApp
let folder: string
let staffConsole: TestConsole
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-actor-'))
  await invite('Ada Lovelace', 'ada', 'support', 'money')
  await invite('Grace Hopper', 'grace', 'money')
  await invite('Lin', 'lin', 'look')
  await invite('Ann', 'ann', 'admin')
  await invite('Bob', 'bob', 'partner:sun')
  const ended = await invite('Mallory', 'mallory', 'support')
  await endMember(test.services.db, { id: null }, ended, async () => undefined)
  for (const id of ['sun', 'moon']) {
    const names = ['--name', id.toUpperCase(), '--currency', 'GBP', '--reason', 'a test']
    expect(await run(undefined, 'programmes', 'create', id, ...names)).toMatchObject({ code: 0 })
    const funds = ['1000', '--currency', 'GBP', '--reason', 'a test']
    await run(undefined, 'programmes', 'fund', id, ...funds)
    const limits = ['--person', '1000', '--day', '1000', '--reason', 'a test']
    await run(undefined, 'programmes', 'limits', id, ...limits)
  }
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
  await rm(folder, { recursive: true })
})

let members = 0
async function invite(name: string, shellUser: string | null, ...roles: string[]): Promise<string> {
  members += 1
  const member = { name, email: `${members}@passport.example`, roles, shellUser }
  const invited = await inviteMember(test.services.db, { id: null }, member, async () => undefined)
  if (isProblem(invited)) throw new Error(invited.text)
  return invited.memberId
}

/** Runs a command as sudo runs it for a user of the machine; undefined: as root without sudo. */
async function run(user: string | undefined, ...args: readonly string[]) {
  const env = { DATABASE_URL: test.databaseUrl, DATA_DIR: folder, SUDO_USER: user }
  const ran = await runOperator(env, [...args, '--json'])
  return { code: ran.code, answer: JSON.parse(ran.stdout), said: ran.stderr }
}

const newest = async () => (await test.services.db.run(newestRow))[0]
const rows = async () => (await test.services.db.run(countRows))[0]?.rows
const why = ['--reason', 'a test'] as const
const numberToBlock = () => ['people', 'block', newPhone(), ...why] as const

describe('a member of staff with sudo', () => {
  it('is the actor, with name and roles', async () => {
    expect(await run('ada', ...numberToBlock())).toMatchObject({ code: 0, answer: { ok: true } })
    expect(await newest()).toMatchObject({
      ...{ by_name: 'Ada Lovelace', for_name: null, roles: ['support', 'money'] },
      ...{ staff_id: expect.any(String), command: 'people block', outcome: 'done' },
      figures: [{ label: 'Blocked', before: 'no', after: 'yes' }],
    })
  })

  it.each(['ada', 'ADA', 'Ada Lovelace', 'ada lovelace'])(
    'may repeat the own name: %s',
    async (by) => {
      expect((await run('ada', ...numberToBlock(), '--by', by)).code).toBe(0)
      expect(await newest()).toMatchObject({ by_name: 'Ada Lovelace', for_name: null })
    },
  )

  it.each(['grace', 'Grace Hopper', 'root', 'system', ' '])('cannot act as "%s"', async (by) => {
    const refused = await run('ada', ...numberToBlock(), '--by', by)
    expect(refused).toMatchObject({ code: 1, answer: { ok: false } })
    expect(refused.answer.error).toContain('repeats your own name, Ada Lovelace')
    expect(await newest()).toMatchObject({
      ...{ by_name: 'Ada Lovelace', command: 'people block', outcome: 'refused' },
      detail: expect.stringContaining('nobody acts for another'),
    })
  })

  it.each([
    ['unknown', 'eve'],
    ['ended', 'mallory'],
    ['of the same name in other letters', 'Ada'],
    ['with an unseen character', 'ada\u200b'],
    ['that is blank', ' '],
  ])('is refused if %s', async (_, user) => {
    for (const call of [numberToBlock(), ['purchases', 'list'], ['people', 'find', 'x']]) {
      const refused = await run(user, ...call)
      expect(refused).toMatchObject({ code: 1, answer: { ok: false } })
      expect(refused.answer.error).toContain('of no active member of staff')
    }
    const row = await newest()
    expect(row).toMatchObject({ outcome: 'refused', staff_id: null, roles: [] })
    expect(row?.by_name).toMatch(/^shell user/)
  })

  it('is refused with the roles that it needs, and the refusal is a row', async () => {
    const refused = await run('lin', ...numberToBlock())
    expect(refused.code).toBe(1)
    expect(refused.answer.error).toContain('one of the roles support, admin. You have look.')
    expect(await newest()).toMatchObject({
      ...{ by_name: 'Lin', roles: ['look'], command: 'people block', outcome: 'refused' },
      about: [expect.stringMatching(/^\+•••••\d\d$/)],
    })
  })

  it('is refused with the number of an option in the row, masked', async () => {
    const money = ['--amount', '1', '--currency', 'GBP', '--program', 'sun'] as const
    const refused = await run('lin', 'wallet', 'credit', '--phone', newPhone(), ...money, ...why)
    expect(refused.code).toBe(1)
    expect(await newest()).toMatchObject({
      ...{ by_name: 'Lin', command: 'wallet credit', outcome: 'refused' },
      about: [expect.stringMatching(/^\+•••••\d\d$/)],
    })
  })

  it('cannot run what needs root, whatever the roles', async () => {
    const file = join(folder, 'stolen.backup')
    for (const call of [['migrate'], ['backup', file], ['restore', file], ['staff', 'list']]) {
      const refused = await run('ann', ...call)
      expect([call[0], refused.code]).toEqual([call[0], 1])
      expect(refused.answer.error).toContain('for root only')
      expect(await newest()).toMatchObject({ by_name: 'Ann', outcome: 'refused' })
    }
    const everybody = await run('ann', 'sessions', 'end', '--all', ...why)
    expect(everybody).toMatchObject({ code: 1, answer: { code: 'forbidden' } })
    expect(await readdir(folder)).not.toContain('stolen.backup')
  })

  it('sees phone numbers as the roles do', async () => {
    const person = await new Person(test.url).signIn()
    const masked = await run('lin', 'people', 'show', person.id)
    expect(JSON.stringify(masked.answer)).not.toContain(person.phone)
    expect(masked.code).toBe(0)
    const refused = await run('lin', 'people', 'show', person.id, '--show-phone')
    expect(refused).toMatchObject({ code: 1, answer: { code: 'forbidden' } })
    expect(refused.answer.error).toContain('support, money, admin')
    const whole = await run('ada', 'people', 'show', person.id, '--show-phone')
    expect(whole.answer.people[0].phone).toBe(person.phone)
  })

  it('leaves a row for each list, with the names of its filters', async () => {
    const listed = await run('lin', 'purchases', 'list', '--state', 'DISPUTED')
    expect(listed.code).toBe(0)
    expect(await newest()).toMatchObject({
      ...{ by_name: 'Lin', command: 'purchases list', about: ['state'], outcome: 'read' },
    })
    const before = await rows()
    expect((await run(undefined, 'purchases', 'list')).code).toBe(0)
    expect(await rows()).toBe(before)
  })

  it('of a programme sees that one only', async () => {
    const { answer } = await run('bob', 'programmes', 'list')
    expect(answer.programmes.map((each: { program_id: string }) => each.program_id)).toEqual([
      'sun',
    ])
    const terminals = (await run('bob', 'partners', 'list')).answer.terminals
    expect(terminals.map((each: { program_id: string }) => each.program_id)).toEqual(['sun'])
    expect((await run('bob', 'people', 'find', 'x')).code).toBe(1)
  })

  it('needs a reason wherever the action does', async () => {
    const create = ['programmes', 'create', 'mars', '--name', 'Mars', '--currency', 'GBP'] as const
    const refused = await run('ada', ...create)
    expect(refused).toMatchObject({ code: 2, answer: { error: '--reason TEXT is required.' } })
    expect((await run('ada', ...create, ...why)).code).toBe(0)
  })
})

describe('the limits of approval', () => {
  const credit = (person: Person, amount: string) =>
    ['wallet', 'credit', '--phone', person.phone, '--amount', amount, '--currency', 'GBP'].concat(
      ['--program', 'sun'],
      why,
    )

  it('hold at the shell: the command prints the request, which the console decides', async () => {
    const person = await new Person(test.url).signIn()
    const given = await run('grace', ...credit(person, '30'))
    expect(given).toMatchObject({ code: 0, answer: { id: expect.any(String) } })
    const asked = await run('grace', ...credit(person, '30'))
    expect(asked).toMatchObject({ code: 0, answer: { ok: true, approval: expect.any(String) } })
    expect(asked.said).toContain(`request ${asked.answer.approval} waits`)
    expect(asked.said).toContain('in the console only')
    const approver = await staffConsole.signIn('money')
    await runSql(
      test.databaseUrl,
      `update staff_passkeys set created_at = now() - interval '25 hours'`,
    )
    const approval = `/approvals/${asked.answer.approval}`
    const request = await approver.get(approval)
    expect(request.body).toMatchObject({ state: 'waiting', requested_by: 'Grace Hopper' })
    // The stored request has the id of the passport in place of the number.
    expect(JSON.stringify(request.body)).not.toContain(person.phone)
    expect((await approver.post(approval, { approve: true })).status).toBe(200)
    expect(await newest()).toMatchObject({ by_name: 'Grace Hopper', command: 'wallet credit' })
  })

  it('hold for two commands at the same time', async () => {
    await invite('Twin', 'twin', 'money')
    const people = await Promise.all([1, 2].map(() => new Person(test.url).signIn()))
    const answers = await Promise.all(people.map((person) => run('twin', ...credit(person, '30'))))
    const waiting = answers.filter(({ answer }) => answer.approval !== undefined)
    expect([answers.map(({ code }) => code), waiting.length]).toEqual([[0, 0], 1])
  })

  it('count a refund with an option, and bind no root', async () => {
    await invite('Ray', 'ray', 'money')
    const batch = await issueTestBatch(test.services.db, { kg: 1_000, priceMicros: 1_000_000 })
    const buyer = await new Person(test.url).signIn()
    const [first, second] = [await buyer.buyByCard(batch, 60), await buyer.buyByCard(batch, 60)]
    const refund = (user: string | undefined, txId: string) =>
      run(user, 'purchases', 'refund', txId, '--keep-kilograms', ...why)
    expect(await refund('ray', first)).toMatchObject({ code: 0, answer: { reversal: 'refunded' } })
    expect(await newest()).toMatchObject({ command: 'purchases refund --keep-kilograms' })
    expect((await refund('ray', second)).answer.approval).toEqual(expect.any(String))
    expect(await refund(undefined, second)).toMatchObject({ answer: { reversal: 'refunded' } })
  })
})

describe('root', () => {
  it.each([undefined, '', 'root'])('is the actor with SUDO_USER %j', async (user) => {
    expect((await run(user, ...numberToBlock())).code).toBe(0)
    expect(await newest()).toMatchObject({ by_name: 'root', for_name: null, staff_id: null })
  })

  it('may name somebody, and the row keeps both names', async () => {
    expect((await run(undefined, ...numberToBlock(), '--by', 'Carol')).code).toBe(0)
    expect(await newest()).toMatchObject({ by_name: 'root', for_name: 'Carol', roles: [] })
    for (const by of ['Carol', 'root']) {
      const { answer } = await run(undefined, 'audit', 'list', '--by', by)
      expect(answer.entries[0]).toMatchObject({ by: 'root (for Carol)', command: 'people block' })
    }
    const admin = await staffConsole.signIn('admin')
    for (const by of ['Carol', 'root']) {
      const { body } = await admin.get(`/audit?by=${by}`)
      expect(body[0]).toMatchObject({ by: 'root (for Carol)', action: 'people block' })
    }
  })

  it('keeps the name in reads and prices, too', async () => {
    const person = await new Person(test.url).signIn()
    expect((await run(undefined, 'people', 'find', person.id, '--by', 'Carol')).code).toBe(0)
    expect(await newest()).toMatchObject({ by_name: 'root', for_name: 'Carol' })
    const { serial } = await issueTestBatch(test.services.db, { kg: 1_000 })
    const price = ['batches', 'price', serial, '0.0251', '--accept-price', ...why]
    expect((await run(undefined, ...price, '--by', 'Carol')).code).toBe(0)
    const { answer } = await run(undefined, 'batches', 'prices', serial)
    expect(answer.prices[0].by).toBe('root (for Carol)')
  })

  it('cannot name somebody with a number or unseen characters', async () => {
    const before = await rows()
    for (const by of ['+447400123456', 'a\u202eb', 'x'.repeat(121), '']) {
      expect((await run(undefined, ...numberToBlock(), '--by', by)).code).toBe(2)
    }
    expect(await rows()).toBe(before)
  })
})

describe('system', () => {
  it('refreshes rates and checks', async () => {
    const refreshed = await run(undefined, 'rates', 'refresh', '--by', 'system')
    expect(refreshed.code).toBe(0)
    expect(await newest()).toMatchObject({ by_name: 'system', for_name: null })
    expect((await run(undefined, 'ledger', 'check', '--by', 'system')).code).toBe(0)
  })

  it('is refused for any other command', async () => {
    const refused = await run(undefined, ...numberToBlock(), '--by', 'system')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.answer.error).toContain('system only runs')
    expect(await newest()).toMatchObject({ by_name: 'system', outcome: 'refused' })
  })
})

describe('--preview', () => {
  it('shows figures and changes nothing', async () => {
    const phone = newPhone()
    const preview = ['people', 'block', phone, '--preview'] as const
    for (const user of [undefined, 'ada']) {
      const { code, answer } = await run(user, ...preview)
      expect([code, answer]).toEqual([
        0,
        {
          ...{ ok: true, preview: true, needs_approval: false },
          figures: [{ label: 'Blocked', before: 'no', after: 'yes' }],
        },
      ])
      expect(await newest()).toMatchObject({ command: 'people block', outcome: 'previewed' })
    }
    const unblock = await run('ada', 'people', 'unblock', phone, ...why)
    expect(unblock).toMatchObject({ code: 1, answer: { code: 'not_blocked' } })
  })

  it('says that a second person has to approve', async () => {
    const person = await new Person(test.url).signIn()
    const erase = await run('ann', 'people', 'erase', person.id, '--preview')
    expect(erase).toMatchObject({ code: 0, answer: { needs_approval: true } })
    expect(erase.said).toContain('Nothing was changed.')
  })

  it('writes no file', async () => {
    const person = await new Person(test.url).signIn()
    const file = join(folder, 'preview.json')
    const shown = await run('ada', 'people', 'export', person.id, file, '--preview')
    expect(shown.code).toBe(0)
    expect(await readdir(folder)).not.toContain('preview.json')
  })
})

it('a member cannot have the name of another actor, nor the shell of root', async () => {
  for (const name of ['root', 'Root (for ada)', 'system', 'shell user eve']) {
    await expect(invite(name, null, 'look')).rejects.toThrow('cannot begin with')
  }
  for (const shell of ['root', '-x', 'a b', 'x'.repeat(33)]) {
    await expect(invite('Zoe', shell, 'look')).rejects.toThrow('name at the shell')
  }
})
