// Tests the lists of approvals, of members and of the audit trail: who sees which rows, in which order and state, and
// what members of staff may do to each other.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRoles } from '#features/staff/members/manage-staff.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'

let test: TestApp
let staffConsole: TestConsole
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  staffConsole = await startTestConsole(test)
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const sql = (text: string) => runSql(test.databaseUrl, text)
const ask = (text: string) => askRows(test.databaseUrl, text)
// biome-ignore lint/suspicious/noExplicitAny: the rows of several lists
type Row = any

/** Reads all pages of a list, two rows at a time. */
async function pagesOf(client: StaffClient, path: string): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | undefined = `/console/api${path}${path.includes('?') ? '&' : '?'}limit=2`
  while (next !== undefined) {
    const { status, headers, body } = await client.call('GET', next)
    expect([next, status]).toEqual([next, 200])
    rows.push(...body)
    next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  return rows
}

describe('the list of approvals', () => {
  let support: StaffClient
  let other: StaffClient
  let registry: StaffClient
  let admin: StaffClient
  /** The requests, oldest first: refunds of `support`, and a replacement of `registry`. */
  let ids: string[]

  const request = async (by: StaffClient, action: string) => {
    const [row] = await ask(
      `insert into approvals (action, input, reason, figures, requested_by)
       values ('${action}', '{"who": "+447400900123", "kg": 7}', 'Bought twice',
         '[{"label": "To the card", "before": null, "after": "2.00 GBP"}]', '${by.id}') returning id`,
    )
    return String(row?.[0])
  }
  beforeAll(async () => {
    support = await staffConsole.signIn('support')
    other = await staffConsole.signIn('support')
    registry = await staffConsole.signIn('registry')
    admin = await staffConsole.signIn('admin')
    await sql(`update staff_passkeys set created_at = now() - interval '25 hours'`)
    ids = []
    for (const [by, action] of [
      [support, 'purchases refund'],
      [support, 'purchases refund'],
      [registry, 'batches replace'],
      [other, 'purchases refund'],
    ] as const) {
      ids.push(await request(by, action))
    }
    const refused = await other.post(`/approvals/${ids[1]}`, { approve: false })
    expect(refused.body.outcome).toBe('refused')
  })

  const listed = async (client: StaffClient, query = '') =>
    (await pagesOf(client, `/approvals${query}`)).map(({ id }) => ids.indexOf(id))

  it('has waiting ones first, then the newest, on each page', async () => {
    expect(await listed(admin)).toEqual([3, 2, 0, 1])
    expect(await listed(admin, '?state=waiting')).toEqual([3, 2, 0])
    expect(await listed(admin, '?state=refused')).toEqual([1])
    expect(await listed(admin, '?state=done')).toEqual([])
  })

  it('has own requests, those of own actions, and all for an admin', async () => {
    const look = await staffConsole.signIn('look')
    expect(await listed(support)).toEqual([3, 0, 1])
    expect(await listed(registry)).toEqual([2])
    expect(await listed(look)).toEqual([])
    await sql(`update staff set roles = '{look}' where id = '${registry.id}'`)
    expect(await listed(registry)).toEqual([2])
    await sql(`update staff set roles = '{registry}' where id = '${registry.id}'`)
    for (const [client, at, status] of [
      [look, 0, 404],
      [support, 2, 404],
      [registry, 2, 200],
      [admin, 2, 200],
    ] as const) {
      expect((await client.get(`/approvals/${ids[at]}`)).status).toBe(status)
    }
  })

  it('says who may decide: of a waiting request those who may run it, other than its requester', async () => {
    const lookAdmin = await staffConsole.signIn('admin', 'registry')
    const mayDecide = async (client: StaffClient) =>
      (await pagesOf(client, '/approvals'))
        .filter((row: Row) => row.may_decide)
        .map((row: Row) => ids.indexOf(row.id))
    expect(await mayDecide(support)).toEqual([3])
    expect(await mayDecide(other)).toEqual([0])
    expect(await mayDecide(registry)).toEqual([])
    expect(await mayDecide(lookAdmin)).toEqual([3, 2, 0])
  })

  it('shows requester, decider and figures, and no whole number', async () => {
    const [waiting] = await pagesOf(support, '/approvals?state=waiting')
    expect(waiting).toMatchObject({
      ...{ id: ids[3], action: 'purchases refund', title: 'Refund', reason: 'Bought twice' },
      ...{ requested_by: other.name, decided_by: null, decided_at: null, detail: null },
      figures: [{ label: 'To the card', before: null, after: '2.00 GBP' }],
    })
    expect(waiting.input.kg).toBe(7)
    expect(JSON.stringify(waiting.input)).not.toContain('7400900123')
    const { body: refused } = await support.get(`/approvals/${ids[1]}`)
    expect(refused).toMatchObject({
      ...{ state: 'refused', requested_by: support.name, decided_by: other.name, detail: null },
      decided_at: expect.any(String),
    })
  })

  it('a refusal is a row of the audit trail, and needs a second person, too', async () => {
    const own = await support.post(`/approvals/${ids[0]}`, { approve: false })
    expect(own).toMatchObject({ status: 403, body: { code: 'approver_refused' } })
    const { body } = await admin.get(`/audit?about=${ids[1]}`)
    expect(body).toMatchObject([
      { action: 'approvals refuse', by: other.name, roles: ['support'], outcome: 'done' },
    ])
  })

  it('says why a request is void', async () => {
    const lost = await staffConsole.signIn('support')
    const id = await request(lost, 'purchases refund')
    await sql(`update staff set roles = '{look}' where id = '${lost.id}'`)
    const decided = await other.post(`/approvals/${id}`, { approve: true })
    const detail = 'The requester lost the role.'
    expect(decided).toMatchObject({
      status: 409,
      body: { code: 'void', error: `The request is void: ${detail}` },
    })
    const { body } = await other.get(`/approvals/${id}`)
    expect(body).toMatchObject({ state: 'void', decided_by: null, detail, may_decide: false })
  })
})

describe('the list of members', () => {
  it('is by name in any case, on each page, with the state of each', async () => {
    const head = `M${randomUUID().replace(/[^a-f]/g, '')}`
    for (const [name, state] of [
      ['beta', 'active'],
      ['Alpha', 'invited'],
      ['alpha', 'ended'],
      ['Gamma', 'ended'],
      ['delta', 'active'],
    ] as const) {
      const [row] = await ask(
        `insert into staff (name, email, roles, shell_user, ended_at)
         values ('${head} ${name}', '${randomUUID()}@passport.example', '{look,money}',
           ${name === 'beta' ? `'beta'` : 'null'}, ${state === 'ended' ? 'now()' : 'null'}) returning id`,
      )
      // A passkey of a member who has ended says nothing.
      if (state === 'invited' || name === 'alpha') continue
      await sql(`insert into staff_passkeys (credential_id, staff_id, user_handle, public_key, counter)
        values (decode('${randomBytes(9).toString('hex')}', 'hex'), '${row?.[0]}',
          decode('${'00'.repeat(32)}', 'hex'), '\\x02', 0)`)
    }
    const admin = await staffConsole.signIn('admin')
    const rows = await pagesOf(admin, '/staff')
    const own = rows.filter(({ name }) => name.startsWith(head))
    const shown = own.map(({ name, state }) => `${name.slice(head.length + 1)} ${state}`)
    expect([...shown.slice(0, 2).toSorted(), ...shown.slice(2)]).toEqual([
      ...['Alpha invited', 'alpha ended', 'beta active', 'delta active', 'Gamma ended'],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const beta = own.find(({ shell_user }) => shell_user === 'beta')
    expect(beta).toMatchObject({
      name: `${head} beta`,
      roles: ['look', 'money'],
      last_seen_at: null,
    })
    const { body } = await admin.get(`/staff/${admin.id}`)
    expect(body).toMatchObject({ id: admin.id, state: 'active', last_seen_at: expect.any(String) })
    expect((await admin.get(`/staff?after=${randomUUID()}`)).status).toBe(400)
  })
})

describe('a change of staff', () => {
  it('is never that of the own membership', async () => {
    const [admin] = [await staffConsole.signIn('admin'), await staffConsole.signIn('admin')]
    for (const [name, more] of [
      ['staff roles', { roles: 'admin, money' }],
      ['staff end', {}],
      ['staff reset', {}],
    ] as const) {
      for (const member of [admin.id, admin.name.toUpperCase()]) {
        const answer = await admin.act(name, { member, ...more }, { preview: true })
        expect([name, answer.body.reason_code]).toEqual([name, 'own_membership'])
      }
    }
  })

  it('shows the roles before and after it, and the last admin may get more roles', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const first = await staffConsole.signIn('admin')
    const last = await staffConsole.signIn('admin', 'look')
    await sql(`delete from staff_passkeys where staff_id = '${first.id}'`)
    const rolesOf = async (roles: string) => {
      const { body } = await first.act('staff roles', { member: last.id, roles }, { preview: true })
      return body.reason_code ?? body.figures[1]
    }
    expect(await rolesOf('admin, money, admin')).toEqual({
      ...{ label: 'Roles', before: 'admin, look', after: 'admin, money' },
    })
    expect(await rolesOf('money')).toBe('last_admin')
    // Only root may reset the last admin.
    for (const name of ['staff end', 'staff reset']) {
      const { body } = await first.act(name, { member: last.id }, { preview: true })
      expect([name, body.reason_code, body.error]).toEqual([
        ...[name, 'last_admin', 'The last admin stays.'],
      ])
    }
  })

  it('refuses a name at the shell that is none, with what it may have', async () => {
    const admin = await staffConsole.signIn('admin')
    const refusalOf = async (shell_user: string) => {
      const input = { name: 'Shell guest', email: 'shell@passport.example', roles: 'look' }
      const { body } = await admin.act('staff invite', { ...input, shell_user }, { preview: true })
      return body.reason_code ?? body.outcome
    }
    for (const shell of ['root', 'ROOT', '1ada', 'a b', 'a/b', '-ada']) {
      expect([shell, await refusalOf(shell)]).toEqual([shell, 'invalid_shell_name'])
    }
    for (const shell of ['rooted', 'a.d-a_1', '_ada', 'x'.repeat(32)]) {
      expect([shell, await refusalOf(shell)]).toEqual([shell, 'previewed'])
    }
  })

  it('by reset closes earlier invitations, and names both members who know the new one', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const [admin, second] = [await staffConsole.signIn('admin'), await staffConsole.signIn('admin')]
    await sql(`update staff_passkeys set created_at = now() - interval '25 hours'`)
    const guest = await staffConsole.invite(`Guest ${randomUUID().replace(/[^a-f]/g, '')}`, [
      'look',
    ])
    const open = (token: string) => second.post(`/invitations/${token}/options`)
    expect((await open(guest.token)).status).toBe(200)
    const asked = await admin.act('staff reset', { member: guest.id })
    expect(asked.status).toBe(202)
    const decided = await second.post(`/approvals/${asked.body.approval}`, { approve: true })
    const [link] = decided.body.secrets
    expect(link.label).toBe('Link, valid for 24 hours')
    expect((await open(guest.token)).status).toBe(404)
    expect((await open(link.after.split('/invitation/')[1])).status).toBe(200)
    const rows = await ask(
      `select invited_by, approved_by from staff_invitations where staff_id = '${guest.id}'
       order by created_at desc limit 1`,
    )
    expect(rows).toEqual([[admin.id, second.id]])
  })
})

it('the cookie of a session lasts 12 hours', async () => {
  const client = await staffConsole.signIn('look')
  const { headers } = await client.signIn()
  expect(headers.getSetCookie()[0]).toContain(`Max-Age=${12 * 3_600};`)
})

describe('the audit trail', () => {
  it('is filtered by actor, action, subject and first day, newest first on each page', async () => {
    const [by, about] = [`Actor ${randomUUID().replace(/[^a-f]/g, '')}`, randomUUID()]
    for (const [age, command, minor, subject] of [
      ['3 days', 'purchases refund', 203, about],
      ['2 days', 'purchases refund --keep-kilograms', 7, randomUUID()],
      ['1 day', 'wallet credit', 100_000, about],
      ['0 days', 'people block', 'null', about],
    ] as const) {
      await sql(`insert into audit_trail (at, by_name, command, about, outcome, amount_minor, currency)
        values (now() - interval '${age}', '${by}', '${command}', '{${subject},x}', 'done', ${minor},
          ${minor === 'null' ? 'null' : `'EUR'`})`)
    }
    const admin = await staffConsole.signIn('admin')
    const listed = async (query: string) =>
      (await pagesOf(admin, `/audit?${new URLSearchParams(`by=${by}&${query}`)}`)).map(
        ({ action }) => action,
      )
    const all = ['people block', 'wallet credit', 'purchases refund --keep-kilograms']
    expect(await listed('')).toEqual([...all, 'purchases refund'])
    expect(await listed('action=purchases refund')).toEqual([
      ...['purchases refund --keep-kilograms', 'purchases refund'],
    ])
    expect(await listed('action=purchases')).toEqual([])
    expect(await listed(`about=${about}`)).toEqual([
      ...['people block', 'wallet credit', 'purchases refund'],
    ])
    const dayOf = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    expect(await listed(`since=${dayOf(2)}`)).toEqual(all)
    expect(await listed(`since=${dayOf(-1)}`)).toEqual([])
    const [, credit, , refund] = await pagesOf(admin, `/audit?${new URLSearchParams({ by })}`)
    expect([credit, refund].map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      ...['1000 EUR', '2.03 EUR'],
    ])
    expect((await admin.get(`/audit/${credit.id}`)).body).toEqual(credit)
  })
})

describe('a whole row', () => {
  const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`

  it('of the audit trail has each fact in its own field, and the end of what began', async () => {
    const actor = `Actor ${randomUUID().replace(/[^a-f]/g, '')}`
    const figures = [{ label: 'To the card', before: '1', after: '2' }]
    const [began, ended, plain] = await ask(
      `insert into audit_trail (at, by_name, for_name, command, about, reason, outcome, detail, amount_minor,
         currency, kilograms, roles, figures, approver) values
        ('${at(1)}', '${actor}', null, 'rates refresh', '{}', null, 'started', null, null, null, null, '{}', '[]', null),
        ('${at(2)}', '${actor}', null, 'purchases refund', '{CP-1,CP-2}', 'Bought twice', 'started', 'x', 1234, 'EUR', 20,
          '{support,money}', '${JSON.stringify(figures)}', 'Grace'),
        ('${at(3)}', 'root', '${actor}', 'people block', '{}', null, null, null, null, null, null, '{}', '[]', null)
       returning id`,
    )
    await sql(
      `insert into audit_ends (audit_id, outcome, detail) values (${ended?.[0]}, 'failed', 'No answer')`,
    )
    const admin = await staffConsole.signIn('admin')
    const empty = {
      ...{ roles: [], about: [], reason: null, detail: null, amount: null, currency: null },
      ...{ kilograms: null, figures: [], approver: null },
    }
    const rows = [
      {
        ...{ ...empty, id: Number(plain?.[0]), at: at(3), by: `root (for ${actor})` },
        ...{ action: 'people block', outcome: null },
      },
      {
        ...{ id: Number(ended?.[0]), at: at(2), by: actor, roles: ['support', 'money'] },
        ...{ action: 'purchases refund', about: ['CP-1', 'CP-2'], reason: 'Bought twice' },
        ...{
          outcome: 'failed',
          detail: 'No answer',
          amount: 12.34,
          currency: 'EUR',
          kilograms: 20,
        },
        ...{ figures, approver: 'Grace' },
      },
      {
        ...{ ...empty, id: Number(began?.[0]), at: at(1), by: actor },
        ...{ action: 'rates refresh', outcome: 'unfinished' },
      },
    ]
    const by = new URLSearchParams({ by: actor })
    expect(await pagesOf(admin, `/audit?${by}`)).toEqual(rows)
    expect((await admin.get(`/audit/${ended?.[0]}`)).body).toEqual(rows[1])
    expect(await pagesOf(admin, `/audit?${by}&since=2026-11-20`)).toEqual(rows)
    expect(await pagesOf(admin, `/audit?${by}&since=2026-11-21`)).toEqual([])
    expect(await pagesOf(admin, `/audit?${by}&about=CP-2`)).toEqual([rows[1]])
    for (const path of ['/audit/0', '/audit/x', '/audit/9007199254740993']) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 404])
    }
    expect((await admin.get('/audit?after=x')).status).toBe(400)
  })

  it('of a member has each fact in its own field, with the newest use', async () => {
    const name = `Whole ${randomUUID().replace(/[^a-f]/g, '')}`
    const [row] = await ask(
      `insert into staff (name, email, roles, shell_user, created_at)
       values ('${name}', 'whole@passport.example', '{money,look}', 'whole', '${at(1)}') returning id`,
    )
    const id = String(row?.[0])
    for (const [hex, minute] of [
      ['aa', 4],
      ['bb', 9],
      ['cc', 6],
    ] as const) {
      await sql(`insert into staff_sessions (token_hash, staff_id, last_seen_at)
        values ('\\x${hex}', '${id}', '${at(minute)}')`)
    }
    const admin = await staffConsole.signIn('admin')
    const whole = {
      ...{ id, name, email: 'whole@passport.example', roles: ['money', 'look'] },
      ...{ shell_user: 'whole', state: 'invited', created_at: at(1), last_seen_at: at(9) },
    }
    expect((await admin.get(`/staff/${id}`)).body).toEqual(whole)
    expect(await pagesOf(admin, '/staff')).toContainEqual(whole)
    for (const unknown of [randomUUID(), 'x']) {
      expect((await admin.get(`/staff/${unknown}`)).status).toBe(404)
    }
  })

  it('of a request has each fact in its own field, and its end 72 hours later', async () => {
    const [asker, decider] = [
      await staffConsole.signIn('support'),
      await staffConsole.signIn('money'),
    ]
    const [row] = await ask(
      `insert into approvals (action, input, reason, figures, requested_by, requested_at, state, decided_by, decided_at, detail)
       values ('purchases refund', '{"tx_id": "CP-1", "parts": [1]}', 'Bought twice', '[]', '${asker.id}', '${at(1)}',
         'done', '${decider.id}', '${at(5)}', 'A word') returning id`,
    )
    const whole = {
      ...{ id: row?.[0], action: 'purchases refund', title: 'Refund', reason: 'Bought twice' },
      ...{ input: { tx_id: 'CP-1', parts: [1] }, figures: [], requested_by: asker.name },
      ...{ requested_at: at(1), expires_at: '2026-11-23T09:01:00.000Z', state: 'done' },
      ...{ decided_by: decider.name, decided_at: at(5), detail: 'A word', may_decide: false },
    }
    expect((await decider.get(`/approvals/${row?.[0]}`)).body).toEqual(whole)
    expect(await pagesOf(asker, '/approvals?state=done')).toContainEqual(whole)
  })

  it('of the session names the member, the roles and what is on', async () => {
    const client = await staffConsole.signIn('look', 'money')
    const { body } = await client.get('/me')
    expect(body).toEqual({
      ...{ id: client.id, name: client.name, roles: ['look', 'money'] },
      ...{ expires_at: expect.any(String), needs_passkey: false, has_approvals: true },
    })
    await sql(`update staff_sessions set verified_at = now() - interval '6 minutes'
      where staff_id = '${client.id}'`)
    expect((await client.get('/me')).body).toMatchObject({ needs_passkey: true })
  })
})

describe('a refused call', () => {
  it('is a row with its subject, and without one that is a number', async () => {
    const look = await staffConsole.signIn('look')
    const admin = await staffConsole.signIn('admin')
    for (const [who, about] of [
      ['CP-7K2M-9QXF-4HJD', 'CP-7K2M-9QXF-4HJD'],
      ['+447400900123', null],
    ] as const) {
      const answer = await look.act('purchases refund', { tx_id: who }, { reason: 'Why' })
      expect(answer.status).toBe(403)
      const { body } = await admin.get(
        `/audit?${new URLSearchParams({ by: look.name, limit: '1' })}`,
      )
      expect(body[0]).toMatchObject({
        ...{ action: 'purchases refund', outcome: 'refused', detail: 'forbidden', reason: 'Why' },
        ...{ roles: ['look'], by: look.name },
      })
      if (about === null) expect(JSON.stringify(body)).not.toContain('7400900123')
      else expect(body[0].about).toEqual([about])
    }
  })
})

it.each([
  ['look', ['look']],
  ['look, money', ['look', 'money']],
  [' money look,look ', ['money', 'look']],
  ['', 'Name at least one role.'],
  [' , ', 'Name at least one role.'],
  ['look owner', '"owner" is no role.'],
  [`look ${'x'.repeat(90)}`, `"${'x'.repeat(80)}" is no role.`],
])('the roles "%s" are %j', (text, expected) => {
  const roles = readRoles(text)
  expect(isProblem(roles) ? roles.text : roles).toEqual(expected)
})
