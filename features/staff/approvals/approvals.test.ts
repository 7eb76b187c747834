// Tests that a second person approves what one may not do alone: who may, once, with the same figures, and in time.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
let staffConsole: TestConsole
let asker: StaffClient
let approver: StaffClient
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  asker = await staffConsole.signIn('support')
  approver = await oldMember('support')
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const invitersOf = statement(
  'test-inviters-of',
  { invited_by: 'uuid?', approved_by: 'uuid?' },
  `select invited_by, approved_by from staff_invitations i join staff s on s.id = i.staff_id where s.name = $1`,
)
const sql = (text: string) => runSql(test.databaseUrl, text)

/** A member whose passkey is older than a day. */
async function oldMember(...roles: string[]): Promise<StaffClient> {
  const client = await staffConsole.signIn(...roles)
  await sql(
    `update staff_passkeys set created_at = now() - interval '25 hours' where staff_id = '${client.id}'`,
  )
  return client
}

/** A purchase of so many kilograms for one pound each. */
async function purchaseOf(kg: number, buyer?: Person) {
  const batch = await issueTestBatch(test.services.db, { kg: 10_000, priceMicros: 1_000_000 })
  const person = buyer ?? (await new Person(test.url).signIn())
  return { txId: await person.buyByCard(batch, kg), buyer: person }
}

/** Asks for the refund of a purchase that needs a second person. */
async function askedRefund() {
  const { txId, buyer } = await purchaseOf(150)
  const asked = await asker.act('purchases refund', { tx_id: txId })
  expect(asked.status).toBe(202)
  return { txId, buyer, id: asked.body.approval as string }
}

const approve = (client: StaffClient, id: string) =>
  client.post(`/approvals/${id}`, { approve: true })
const statusOf = async (buyer: Person, txId: string) => {
  const { body } = await buyer.get('/api/tokens/transaction/me')
  return body.find(({ tx_id }: { tx_id: string }) => tx_id === txId)?.status
}

describe('a refund', () => {
  it.each([
    [100, 200],
    [101, 202],
  ])('of %d pounds answers %d', async (kg, status) => {
    const client = await staffConsole.signIn('support')
    const { txId } = await purchaseOf(kg)
    const preview = await client.act('purchases refund', { tx_id: txId }, { preview: true })
    expect(preview.body.needs_approval).toBe(status === 202)
    expect((await client.act('purchases refund', { tx_id: txId })).status).toBe(status)
  })

  it('counts what one member refunded in 24 hours', async () => {
    const client = await staffConsole.signIn('support')
    const refund = async (kg: number) => {
      const { txId } = await purchaseOf(kg)
      return (await client.act('purchases refund', { tx_id: txId })).status
    }
    expect([await refund(60), await refund(40), await refund(1)]).toEqual([200, 200, 202])
    await sql(
      `alter table audit_trail disable trigger user;
       update audit_trail set at = at - interval '25 hours' where staff_id = '${client.id}';
       alter table audit_trail enable trigger user`,
    )
    expect(await refund(60)).toBe(200)
  })

  it('counts what one passport got in 30 days, from any member', async () => {
    const buyer = await new Person(test.url).signIn()
    const refund = async (kg: number) => {
      const client = await staffConsole.signIn('support')
      const { txId } = await purchaseOf(kg, buyer)
      return (await client.act('purchases refund', { tx_id: txId })).status
    }
    expect([await refund(70), await refund(31)]).toEqual([200, 202])
  })

  it('in part counts what the parts of a purchase moved', async () => {
    const { txId } = await purchaseOf(150)
    const part = async (kg: number) => {
      const client = await staffConsole.signIn('support')
      const preview = await client.act(
        'purchases refund',
        { tx_id: txId, kg: `${kg}` },
        { preview: true },
      )
      const { status } = await client.act('purchases refund', { tx_id: txId, kg: `${kg}` })
      return [preview.body.needs_approval, status]
    }
    expect(await part(60)).toEqual([false, 200])
    expect(await part(41)).toEqual([true, 202])
    expect(await part(40)).toEqual([false, 200])
    expect(await part(1)).toEqual([true, 202])
  })

  it('counts refunds that run at the same time', async () => {
    const client = await staffConsole.signIn('support')
    const purchases = await Promise.all([60, 60, 60].map((kg) => purchaseOf(kg)))
    const answers = await Promise.all(
      purchases.map(({ txId }) => client.act('purchases refund', { tx_id: txId })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202, 202])
  })
})

describe('a request', () => {
  it('is done once by an approval, for the requester', async () => {
    const { txId, buyer, id } = await askedRefund()
    expect(await statusOf(buyer, txId)).toBe('COMPLETED')
    const waiting = await approver.get(`/approvals/${id}`)
    expect(waiting.body).toMatchObject({
      state: 'waiting',
      may_decide: true,
      requested_by: asker.name,
      input: { tx_id: txId },
    })
    expect(await approve(approver, id)).toMatchObject({ status: 200, body: { outcome: 'done' } })
    expect(await statusOf(buyer, txId)).toBe('REFUNDED')
    expect(await approve(approver, id)).toMatchObject({ status: 409, body: { code: 'void' } })
    const admin = await staffConsole.signIn('admin')
    const { body } = await admin.get(`/audit?about=${txId}`)
    expect(body[0]).toMatchObject({ by: asker.name, approver: approver.name, outcome: 'done' })
  })

  it('of a part is done by an approval, and void once another part went back', async () => {
    const { txId, buyer } = await purchaseOf(250)
    const ask = async () => {
      const asked = await asker.act('purchases refund', { tx_id: txId, kg: '120' })
      expect(asked.status).toBe(202)
      return asked.body.approval as string
    }
    const [first, second] = [await ask(), await ask()]
    const done = await approve(approver, first)
    expect(done).toMatchObject({ status: 200, body: { outcome: 'done' } })
    expect(await approve(approver, second)).toMatchObject({ status: 409, body: { code: 'void' } })
    const { body } = await buyer.get('/api/tokens/transaction/me')
    expect(body[0]).toMatchObject({ status: 'COMPLETED', refunded_kg: 120 })
  })

  it('is done once by two approvals at the same time', async () => {
    const { txId, buyer, id } = await askedRefund()
    const other = await oldMember('money')
    const answers = await Promise.all([approve(approver, id), approve(other, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(buyer, txId)).toBe('REFUNDED')
  })

  it('may be refused, and is then void', async () => {
    const { txId, buyer, id } = await askedRefund()
    const refused = await approver.post(`/approvals/${id}`, { approve: false })
    expect(refused).toMatchObject({ status: 200, body: { outcome: 'refused' } })
    expect((await approve(approver, id)).status).toBe(409)
    expect(await statusOf(buyer, txId)).toBe('COMPLETED')
  })

  it('is asked once under one key', async () => {
    const { txId } = await purchaseOf(150)
    const key = randomUUID()
    const first = await asker.act('purchases refund', { tx_id: txId }, { key })
    const again = await asker.act('purchases refund', { tx_id: txId }, { key })
    expect([again.status, again.body]).toEqual([202, first.body])
  })

  it.each([
    ['by the requester', async () => asker, 'approver_refused'],
    ['with a new passkey', () => staffConsole.signIn('support'), 'approver_refused'],
    ['by a role that may not run the action', () => oldMember('look'), 'not_found'],
    ['by people of a programme', () => oldMember('partner:green-bank'), 'forbidden'],
  ])('is not decided %s', async (_, memberOf, code) => {
    const { txId, buyer, id } = await askedRefund()
    expect((await approve(await memberOf(), id)).body.code).toBe(code)
    expect(await statusOf(buyer, txId)).toBe('COMPLETED')
  })

  it('is counted by Today, and leads the list, only for those who may see it', async () => {
    const { id } = await askedRefund()
    const countOf = async (client: StaffClient) => {
      const { body } = await client.get('/today')
      return body.tiles.find((tile: { id: string }) => tile.id === 'approvals')?.value
    }
    const look = await staffConsole.signIn('look')
    expect(await countOf(await staffConsole.signIn('support'))).toMatch(/^[1-9]/)
    expect(await countOf(look)).toBe('none')
    // A cursor of a hidden request says nothing.
    const hidden = await look.get(`/approvals?after=${id}`)
    expect(hidden.body).toEqual([])
    await sql(
      `update approvals set requested_at = now() - interval '73 hours' where state = 'waiting'`,
    )
    expect(await countOf(await staffConsole.signIn('support'))).toBe('none')
  })

  it('is not decided by somebody whom the requester invited or reset within 7 days, or approved', async () => {
    const friend = await oldMember('support')
    const { id } = await askedRefund()
    for (const columns of [
      `invited_by = '${asker.id}', approved_by = null`,
      `invited_by = null, approved_by = '${asker.id}'`,
    ]) {
      await sql(`update staff_invitations set ${columns} where staff_id = '${friend.id}'`)
      expect((await approve(friend, id)).body.code).toBe('approver_refused')
    }
    await sql(
      `update staff_invitations set created_at = now() - interval '8 days' where staff_id = '${friend.id}'`,
    )
    expect((await approve(friend, id)).status).toBe(200)
  })

  it('needs the approver’s passkey of the last 5 minutes', async () => {
    const { id } = await askedRefund()
    const member = await oldMember('support')
    await sql(
      `update staff_sessions set verified_at = now() - interval '6 minutes' where staff_id = '${member.id}'`,
    )
    expect((await approve(member, id)).body.code).toBe('passkey_required')
    await member.signIn()
    expect((await approve(member, id)).status).toBe(200)
  })

  it('is void if its figures have changed', async () => {
    const { txId, id } = await askedRefund()
    await sql(
      `update approvals set figures = jsonb_set(figures, '{0,after}', '"1.00 GBP"') where id = '${id}'`,
    )
    const answer = await approve(approver, id)
    expect(answer).toMatchObject({ status: 409, body: { code: 'void' } })
    expect((await approver.get(`/approvals/${id}`)).body).toMatchObject({ state: 'void' })
    expect(txId).toMatch(/^CP-/)
  })

  it('is void after 72 hours', async () => {
    const { id } = await askedRefund()
    await sql(`update approvals set requested_at = now() - interval '73 hours' where id = '${id}'`)
    expect((await approve(approver, id)).status).toBe(409)
    expect((await approver.get(`/approvals/${id}`)).body.state).toBe('void')
  })

  it('is void if the requester lost the role, or has ended', async () => {
    for (const change of [`roles = '{look}'`, 'ended_at = now()']) {
      const member = await staffConsole.signIn('support')
      const { txId } = await purchaseOf(150)
      const { body } = await member.act('purchases refund', { tx_id: txId })
      await sql(`update staff set ${change} where id = '${member.id}'`)
      expect((await approve(approver, body.approval)).body.code).toBe('void')
    }
  })

  it('stores no phone number', async () => {
    const person = await new Person(test.url).signIn()
    const asked = await asker.act('people erase', { who: person.phone })
    expect(asked.status).toBe(202)
    const admin = await oldMember('admin')
    const { body } = await admin.get(`/approvals/${asked.body.approval}`)
    expect(body.input).toEqual({ who: person.id })
    expect((await approve(admin, asked.body.approval)).status).toBe(200)
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })
})

it('a replacement withdraws the batch and replaces every purchase, once approved', async () => {
  const old = await issueTestBatch(test.services.db, { kg: 1_000, priceMicros: 10_000 })
  const next = await issueTestBatch(test.services.db, { kg: 1_000, priceMicros: 10_000 })
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(old, 100)
  const registry = await staffConsole.signIn('registry')
  const input = { serial: old.serial, by_serial: next.serial }
  const asked = await registry.act('batches replace', input)
  expect(asked.status).toBe(202)
  const other = await oldMember('registry')
  const decided = await approve(other, asked.body.approval)
  expect(decided).toMatchObject({ status: 200, body: { outcome: 'done' } })
  expect(decided.body.figures).toContainEqual(
    expect.objectContaining({ label: 'Kilograms replaced', after: '100 kg' }),
  )
  const { body } = await buyer.get(`/api/tokens/transaction/${txId}/tokens`)
  expect(JSON.stringify(body)).toContain(next.serial)
  const { body: purchase } = await asker.get(`/purchases/${txId}`)
  expect(purchase.timeline).toContainEqual(
    expect.objectContaining({
      ...{ title: 'Kilograms replaced', detail: `100 kg are now of ${next.serial}` },
    }),
  )
  const again = await registry.act('batches offer', { serial: old.serial })
  expect(again).toMatchObject({ status: 409, body: { reason_code: 'replaced' } })
})

describe('with approvals turned off', () => {
  it('nothing waits', async () => {
    const other = await startTestAppBeside(test, { APPROVALS: 'off' })
    const ownConsole = await startTestConsole(other)
    try {
      const client = await ownConsole.signIn('support')
      expect((await client.get('/me')).body.has_approvals).toBe(false)
      const { txId } = await purchaseOf(150)
      expect((await client.act('purchases refund', { tx_id: txId })).status).toBe(200)
    } finally {
      await ownConsole.close()
      await other.close()
    }
  })
})

describe('staff', () => {
  it('keeps its last admin, also in parallel', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const admins = [await staffConsole.signIn('admin'), await staffConsole.signIn('admin')]
    const [one, two] = admins
    const answers = await Promise.all([
      one?.act('staff end', { member: two?.id }),
      two?.act('staff end', { member: one?.id }),
    ])
    const statuses = answers.map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('needs a second admin for an invitation, if there are two', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const admin = await staffConsole.signIn('admin')
    const guest = { email: 'guest@passport.example', name: 'New guest', roles: 'look' }
    const alone = await admin.act('staff invite', guest)
    expect(alone.status).toBe(200)
    expect(alone.body.secrets[0].after).toMatch(/\/invitation\/[\w-]{43}$/)
    const second = await oldMember('admin')
    const more = { ...guest, email: 'more@passport.example', name: 'Another guest' }
    const asked = await admin.act('staff invite', more)
    expect(asked.status).toBe(202)
    const decided = await approve(second, asked.body.approval)
    expect(decided.body.secrets[0].after).toMatch(/\/invitation\//)
    // The approver has the link, and so could hold the new account.
    const rows = await test.services.db.run(invitersOf, ['Another guest'])
    expect(rows).toEqual([{ invited_by: admin.id, approved_by: second.id }])
  })
})
