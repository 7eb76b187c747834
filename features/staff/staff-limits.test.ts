// Tests each limit of time, number and money that binds staff on both of its sides.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askRows, runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { expireApprovals, findApproval, sumsMoved } from './approval-queries.ts'
import { needsApproval } from './approvals/needs-approval.ts'
import { inviteDeveloper } from './members/invite-developer.ts'
import { inviteMember } from './members/manage-staff.ts'
import { findStaff, staffTokenHash } from './sessions/staff-check.ts'
import { hasOldPasskey } from './sessions/staff-session-queries.ts'
import { countOtherAdmins, findRecentInviter } from './staff-queries.ts'
import { hasFreshPasskey } from './staff-session.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

const db = () => test.services.db
const sql = (text: string) => runSql(test.databaseUrl, text)

/** Inserts a row, and returns its id. */
async function added(insert: string): Promise<string> {
  const [row] = await askRows(test.databaseUrl, `${insert} returning id`)
  return String(row?.[0])
}

function member(...roles: readonly string[]): Promise<string> {
  const name = `Member ${randomUUID().replace(/[^a-f]/g, '')}`
  return added(
    `insert into staff (name, email, roles)
     values ('${name}', '${randomUUID()}@passport.example', '{${roles.join(',')}}')`,
  )
}

const addPasskey = (memberId: string, age: string) =>
  sql(`insert into staff_passkeys (credential_id, staff_id, user_handle, public_key, counter, created_at)
       values (decode('${randomBytes(9).toString('hex')}', 'hex'), '${memberId}',
         decode('${'00'.repeat(32)}', 'hex'), '\\x02', 0, now() - interval '${age}')`)

it.each([
  ['23 hours', false],
  ['25 hours', true],
])('a passkey of %s ago may decide: %j', async (age, mayDecide) => {
  const id = await member('support')
  await addPasskey(id, age)
  expect(await hasOldPasskey(db(), id)).toBe(mayDecide)
})

describe('an invitation', () => {
  it.each([
    ['invited_by', '6 days', true],
    ['invited_by', '8 days', false],
    ['approved_by', '6 days', true],
    ['approved_by', '8 days', false],
  ])(
    'with %s %s ago keeps that member’s request from the invited one: %j',
    async (column, age, isRecent) => {
      const [guest, inviter, other] = [
        await member('look'),
        await member('look'),
        await member('look'),
      ]
      await sql(
        `insert into staff_invitations (token_hash, staff_id, ${column}, created_at, expires_at)
       values (decode('${randomBytes(9).toString('hex')}', 'hex'), '${guest}', '${inviter}',
         now() - interval '${age}', now())`,
      )
      expect(await findRecentInviter(db(), guest, inviter)).toBe(isRecent)
      expect(await findRecentInviter(db(), guest, other)).toBe(false)
      expect(await findRecentInviter(db(), inviter, guest)).toBe(false)
    },
  )

  it('is valid for 24 hours', async () => {
    const guest = { name: 'Guest', email: 'guest@passport.example', roles: ['look'] }
    const record = async () => undefined
    const invited = await inviteMember(db(), { id: null }, { ...guest, shellUser: null }, record)
    expect(invited).toHaveProperty('token')
    const rows = await askRows(
      test.databaseUrl,
      `select extract(epoch from i.expires_at - i.created_at)::int from staff_invitations i
       join staff s on s.id = i.staff_id where s.name = 'Guest'`,
    )
    expect(rows).toEqual([[86_400]])
  })

  it('is offered to the developer until a passkey is registered', async () => {
    expect(await inviteDeveloper(db())).toMatch(/^[\w-]{43}$/)
    expect(await inviteDeveloper(db())).toMatch(/^[\w-]{43}$/)
    const [row] = await askRows(test.databaseUrl, `select id from staff where name = 'Developer'`)
    await addPasskey(String(row?.[0]), '1 minute')
    expect(await inviteDeveloper(db())).toBeNull()
    await sql(`update staff set ended_at = now() where name = 'Developer'`)
  })
})

describe('a request for approval', () => {
  it.each([
    ['71 hours', false],
    ['73 hours', true],
  ])('of %s ago is over: %j', async (age, isOver) => {
    const asker = await member('support')
    const id = await added(
      `insert into approvals (action, input, reason, figures, requested_by, requested_at)
       values ('purchases refund', '{}', 'a test', '[]', '${asker}', now() - interval '${age}')`,
    )
    const before = await findApproval(db(), id)
    expect([before?.state, before?.is_expired]).toEqual(['waiting', isOver])
    const lifeMs = Number(before?.expires_at) - Number(before?.requested_at)
    expect(lifeMs).toBe(72 * 3_600_000)
    await expireApprovals(db())
    const after = await findApproval(db(), id)
    expect([after?.state, after?.detail]).toEqual(
      isOver ? ['void', 'Nobody decided in time.'] : ['waiting', null],
    )
  })
})

describe('a session', () => {
  async function sessionOf(seen: string, created: string) {
    const token = randomUUID()
    await sql(
      `insert into staff_sessions (token_hash, staff_id, created_at, last_seen_at)
       values (decode('${staffTokenHash(token).toString('hex')}', 'hex'), '${await member('look')}',
         now() - interval '${created}', now() - interval '${seen}')`,
    )
    return token
  }

  it.each([
    ['29 minutes', '29 minutes', true],
    ['31 minutes', '31 minutes', false],
    ['1 minute', '719 minutes', true],
    ['1 minute', '721 minutes', false],
  ])('used %s ago and opened %s ago is live: %j', async (seen, created, isLive) => {
    expect((await findStaff(db(), await sessionOf(seen, created))) !== null).toBe(isLive)
  })

  it.each([
    ['2 minutes', 30],
    ['718 minutes', 2],
  ])('opened %s ago ends in %j minutes', async (created, minutes) => {
    const staff = await findStaff(db(), await sessionOf('0 minutes', created))
    const [row] = await askRows(
      test.databaseUrl,
      `select round(extract(epoch from $1::timestamptz - now()) / 60)::int`,
      [staff?.expiresAt],
    )
    expect(row).toEqual([minutes])
  })

  it('lasts on with each use', async () => {
    const token = await sessionOf('29 minutes', '2 hours')
    await findStaff(db(), token)
    const rows = await askRows(
      test.databaseUrl,
      `select last_seen_at > now() - interval '5 minutes' from staff_sessions
       where token_hash = decode('${staffTokenHash(token).toString('hex')}', 'hex')`,
    )
    expect(rows).toEqual([[true]])
  })

  it.each([
    [299_999, true],
    [300_000, true],
    [300_001, false],
  ])('allows what needs the passkey %i ms after its use: %j', (age, isFresh) => {
    const verifiedAt = new Date('2026-11-27T09:30:00Z')
    expect(hasFreshPasskey({ verifiedAt }, verifiedAt.getTime() + age)).toBe(isFresh)
  })
})

describe('an admin', () => {
  it('counts as another one only with a passkey, and until the end', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const [admin, ended, support] = [
      await member('look', 'admin'),
      await member('admin'),
      await member('support'),
    ]
    const count = async (exceptId: string | null) => (await countOtherAdmins(db(), exceptId))?.count
    expect(await count(null)).toBe(0)
    for (const id of [admin, ended, support]) await addPasskey(id, '1 minute')
    expect(await count(null)).toBe(2)
    await sql(`update staff set ended_at = now() where id = '${ended}'`)
    expect([await count(null), await count(support), await count(admin)]).toEqual([1, 1, 0])
  })
})

/** A row of the audit trail about a sum. */
type Moved = {
  readonly by: string
  readonly about: string
  readonly age?: string
  readonly minor?: number
  readonly currency?: string
  readonly command?: string
}
const moved = ({ by, about, age = '1 minute', minor = 100, currency = 'GBP', ...row }: Moved) =>
  sql(`insert into audit_trail (at, by_name, command, about, outcome, staff_id, amount_minor, currency)
       values (now() - interval '${age}', 'Member', '${row.command ?? 'purchases refund'}',
         '{${about}}', 'done', '${by}', ${minor}, '${currency}')`)

describe('the sums of a limit', () => {
  const actions = ['purchases refund']
  const sums = async (id: string, about: readonly string[]) =>
    (await sumsMoved(db(), id, about, actions)).map(
      ({ kind, currency, minor }) => `${kind} ${minor} ${currency}`,
    )

  it.each([
    ['23 hours', ['member 100 GBP', 'subject 100 GBP']],
    ['25 hours', ['subject 100 GBP']],
    ['29 days', ['subject 100 GBP']],
    ['31 days', []],
  ])('count what was moved %s ago: %j', async (age, expected) => {
    const [by, about] = [await member('support'), randomUUID()]
    await moved({ by, about, age })
    expect(await sums(by, [randomUUID(), about])).toEqual(expected)
  })

  it('count only what was done', async () => {
    const [by, about] = [await member('support'), randomUUID()]
    for (const outcome of ['refused', 'failed', 'previewed', 'read']) {
      await sql(`insert into audit_trail (by_name, command, about, outcome, staff_id, amount_minor, currency)
        values ('Member', 'purchases refund', '{${about}}', '${outcome}', '${by}', 100, 'GBP')`)
    }
    expect(await sums(by, [about])).toEqual([])
  })

  it('add up each currency, actions with options, and no other action, member or subject', async () => {
    const [by, other] = [await member('support'), await member('support')]
    const [about, another] = [randomUUID(), randomUUID()]
    await moved({ by, about, minor: 1 })
    await moved({ by, about: another, minor: 2, command: 'purchases refund --keep-kilograms' })
    await moved({ by, about, minor: 4, currency: 'EUR' })
    await moved({ by, about, minor: 8, command: 'wallet credit' })
    await moved({ by: other, about, minor: 16 })
    expect((await sums(by, [about])).toSorted()).toEqual([
      'member 3 GBP',
      'member 4 EUR',
      'subject 17 GBP',
      'subject 4 EUR',
    ])
    expect(
      (await sumsMoved(db(), by, [about], ['wallet credit'])).map(({ minor }) => minor),
    ).toEqual([8, 8])
  })
})

describe('a second person', () => {
  const settings = {
    ...{ hasApprovals: true, sellerCurrency: 'GBP' },
    ...{ approveRefundMinor: 10_000, approveCreditMinor: 5_000 },
  } as const

  it.each([
    ['refund', 10_000, 'GBP', false],
    ['refund', 10_001, 'GBP', true],
    ['credit', 5_000, 'GBP', false],
    ['credit', 5_001, 'GBP', true],
    // By the rates of 13 April 2026: 100 GBP are about 115 EUR, and many more lira.
    ['refund', 11_000, 'EUR', false],
    ['refund', 12_000, 'EUR', true],
    ['credit', 200_000, 'TRY', false],
    ['credit', 500_000, 'TRY', true],
    // A sum without a rate, and none at all.
    ['refund', 1, 'XXX', true],
    ['refund', 0, 'XXX', false],
    ['never', 1_000_000, 'GBP', false],
    ['always', 0, 'GBP', true],
  ] as const)(
    'has to approve a %s of %i in minor units of %s: %j',
    async (rule, amountMinor, currency, isAsked) => {
      const call = { rule, memberId: await member('money'), about: [randomUUID()] }
      const considered = { ...call, moved: { sum: { amountMinor, currency } } }
      expect(await needsApproval(db(), settings, considered)).toBe(isAsked)
      expect(await needsApproval(db(), { ...settings, hasApprovals: false }, considered)).toBe(
        false,
      )
    },
  )

  it.each([
    ['credit', 'wallet credit', true],
    ['credit', 'purchases refund', false],
    ['refund', 'purchases refund', true],
    ['refund', 'wallet credit', false],
  ] as const)(
    'counts for the limit of a %s an earlier %s: %j',
    async (rule, command, isCounted) => {
      const limit = rule === 'credit' ? 5_000 : 10_000
      for (const isOfMember of [true, false]) {
        const [memberId, about] = [await member('money'), randomUUID()]
        const by = isOfMember ? memberId : await member('money')
        const subject = isOfMember ? randomUUID() : about
        // The earlier sum is in another currency: 10 EUR.
        await moved({ by, about: subject, command, minor: 1_000, currency: 'EUR' })
        const call = { rule, memberId, about: [about] }
        const sum = { amountMinor: limit - 100, currency: 'GBP' }
        expect(await needsApproval(db(), settings, { ...call, moved: { sum } })).toBe(isCounted)
      }
    },
  )

  it('has to approve a change of staff once two admins have passkeys', async () => {
    await sql(`update staff set ended_at = now() where 'admin' = any (roles)`)
    const isAsked = async () => {
      const call = { rule: 'two admins', memberId: await member('admin'), about: [] } as const
      return needsApproval(db(), settings, { ...call, moved: {} })
    }
    await addPasskey(await member('admin'), '1 minute')
    expect(await isAsked()).toBe(false)
    await addPasskey(await member('admin'), '1 minute')
    expect(await isAsked()).toBe(true)
  })
})
