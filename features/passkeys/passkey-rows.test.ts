// Tests the SQL of passkeys row by row: whose each statement finds, and which may sign in.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, passportSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  findPasskey,
  findPasskeysOf,
  lockPasskey,
  suspendPasskeys,
  writePasskey,
  writeUse,
} from './passkey-queries.ts'

const [ada, ben, gone] = [idOf(1), idOf(2), idOf(3)]
const [phoneOfAda, phoneOfBen] = ['+447400000001', '+447400000002']

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run(
    `delete from passkeys; delete from passports;${passportSql(ada, { phone: phoneOfAda })}${passportSql(ben, { phone: phoneOfBen })}${passportSql(gone)}`,
  ),
)

const hex = (text: string) => ({ sql: `'\\x${Buffer.from(text).toString('hex')}'` })
const handleOf = (text: string) => Buffer.from(text.padEnd(32, '.'))
const passkey = (number: number, row: Row = {}) =>
  insertSql('passkeys', {
    ...{ id: idOf(number), credential_id: hex(`c${number}`), passport_id: ada, name: `N${number}` },
    ...{ user_handle: hex(handleOf(`u${number}`).toString()), public_key: hex(`k${number}`) },
    ...{ counter: number, ...row },
  })
const credential = (number: number) => Buffer.from(`c${number}`)
const names = async () =>
  (await rows.ask('select name from passkeys order by name')).map(([name]) => name)

it('those of a passport are listed newest first, each with its own columns', async () => {
  await rows.run(
    passkey(11, { created_at: '2026-03-01 10:00', last_used_at: '2026-03-05 10:00' }) +
      passkey(12, { created_at: '2026-03-02 10:00' }) +
      passkey(13, { created_at: '2026-03-01 10:00' }) +
      passkey(14, { passport_id: ben }),
  )
  const listed = (number: number, day: string, last_used_at: Date | null = null) => ({
    ...{ id: idOf(number), credential_id: credential(number), name: `N${number}`, last_used_at },
    ...{ user_handle: handleOf(`u${number}`), created_at: new Date(`${day}T10:00:00Z`) },
  })
  expect(await findPasskeysOf(rows.db, ada)).toEqual([
    listed(12, '2026-03-02'),
    listed(13, '2026-03-01'),
    listed(11, '2026-03-01', new Date('2026-03-05T10:00:00Z')),
  ])
})

it('that of a credential is found with its owner’s number, and not without one', async () => {
  await rows.run(
    passkey(11) + passkey(12, { passport_id: ben }) + passkey(13, { passport_id: gone }),
  )
  expect(await findPasskey(rows.db, credential(12))).toEqual({
    ...{ passport_id: ben, phone: phoneOfBen, public_key: Buffer.from('k12') },
    user_handle: handleOf('u12'),
  })
  expect(await findPasskey(rows.db, credential(13))).toBeNull()
  expect(await findPasskey(rows.db, Buffer.from('c'))).toBeNull()
})

it('signs in with the number of its passport, unless it is suspended since the last code', async () => {
  await rows.run(
    `update passports set signed_in_at = '2026-03-02 10:00';${[
      passkey(11),
      passkey(12, { passport_id: ben }),
      passkey(13, { suspended_at: '2026-03-02 09:59:59' }),
      passkey(14, { suspended_at: '2026-03-02 10:00:00' }),
      passkey(15, { suspended_at: '2026-03-02 10:00:01' }),
    ].join('')}`,
  )
  const locked = (number: number, phone: string) =>
    rows.db.transaction((tx) => lockPasskey(tx, credential(number), phone))
  expect(await locked(11, phoneOfAda)).toEqual({ id: idOf(11), counter: 11 })
  expect(await locked(11, phoneOfBen)).toBeNull()
  expect(await locked(12, phoneOfBen)).toEqual({ id: idOf(12), counter: 12 })
  expect(await locked(13, phoneOfAda)).toEqual({ id: idOf(13), counter: 13 })
  expect(await locked(14, phoneOfAda)).toBeNull()
  expect(await locked(15, phoneOfAda)).toBeNull()
})

it('a use is of one passkey, and ends its suspension', async () => {
  await rows.run(passkey(11) + passkey(12))
  await suspendPasskeys(rows.db)
  await rows.db.transaction((tx) => writeUse(tx, idOf(11), 99))
  expect(
    await rows.ask(`select name, counter::int4, last_used_at > now() - interval '1 minute',
      suspended_at > now() - interval '1 minute' from passkeys order by name`),
  ).toEqual([
    ['N11', 99, true, null],
    ['N12', 12, null, true],
  ])
})

it('is added once a credential, to a passport that has the number', async () => {
  await rows.run(passkey(11, { passport_id: ben, created_at: ago('1 day') }))
  const add = (number: number, passport: string, phone: string) =>
    rows.db.transaction((tx) =>
      writePasskey(
        tx,
        passport,
        phone,
        handleOf('u'),
        'Blue',
        credential(number),
        Buffer.from('k'),
        7,
      ),
    )
  expect(await add(12, ada, phoneOfAda)).toEqual({
    ...{ id: expect.any(String), name: 'Blue', created_at: expect.any(Date), last_used_at: null },
  })
  expect(await add(11, ada, phoneOfAda)).toBeNull()
  expect(await add(13, ada, phoneOfBen)).toBeNull()
  expect(
    await rows.ask(`select passport_id::text, user_handle = '\\x${handleOf('u').toString('hex')}',
      convert_from(credential_id, 'UTF8'), convert_from(public_key, 'UTF8'), counter::int4
      from passkeys where name = 'Blue'`),
  ).toEqual([[ada, true, 'c12', 'k', 7]])
})

it('is removed by its owner alone, one or all', async () => {
  await rows.run(passkey(11) + passkey(12) + passkey(13) + passkey(14, { passport_id: ben }))
  const remove = (number: number, passport: string) =>
    rows.db.transaction((tx) => deletePasskey(tx, idOf(number), passport))
  expect([await remove(11, ben), await remove(11, ada), await remove(11, ada)]).toEqual([
    ...[false, true, false],
  ])
  expect(await names()).toEqual(['N12', 'N13', 'N14'])
  await rows.db.transaction((tx) => deletePasskeysOf(tx, ada))
  expect(await names()).toEqual(['N14'])
})
