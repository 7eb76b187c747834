// Tests transactions on a real database: all or nothing, also for the writes that travel with the
// commit.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Database,
  isDatabaseUnavailable,
  openDatabase,
  type Transaction,
} from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { ending, type Write } from '#platform/database/write.ts'
import { armFailPoint } from '#tests/faults/stop-at.ts'
import { createTestDatabase, type TestDatabase, timeoutFactor } from '#tests/support/postgres.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/servers/tcp-proxy.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { statement } from '#tests/support/test-statement.ts'

const insertProgramme = statement(
  'test-insert-programme',
  {},
  'insert into programmes (id, name) values ($1, $2)',
)
const listProgrammes = statement(
  'test-list-programmes',
  { id: 'text' },
  'select id from programmes order by id',
)
const ownPid = statement('test-own-pid', { pid: 'int4' }, 'select pg_backend_pid() as pid')
const clearProgrammes = statement('test-clear-programmes', {}, 'delete from programmes')

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    url: database.url,
    connectionsMax: 2,
    applicationName: 'test',
    timeoutFactor,
  })
})
beforeEach(() => db.run(clearProgrammes))
afterAll(async () => {
  await db.close()
  await database.drop()
})

const programmes = async () => (await db.run(listProgrammes)).map(({ id }) => id)

const raise = statement(
  'test-raise',
  {},
  `do $$ begin raise exception 'as asked' using errcode = '40001'; end $$`,
)
const deadlock = statement(
  'test-raise-deadlock',
  {},
  `do $$ begin raise exception 'as asked' using errcode = '40P01'; end $$`,
)
const exclusion = statement(
  'test-raise-exclusion',
  {},
  `do $$ begin raise exception 'as asked' using errcode = '23P01'; end $$`,
)
const fault = statement(
  'test-raise-fault',
  {},
  `do $$ begin raise exception 'as asked' using errcode = '22012'; end $$`,
)

it.each([
  ['08006', true],
  ['53300', true],
  ['55P03', true],
  ['57014', true],
  ['57P01', true],
  ['22012', false],
  ['23505', false],
])('a database that answers %s is unavailable: %s', async (code, isUnavailable) => {
  const text = `do $$ begin raise exception 'as asked' using errcode = '${code}'; end $$`
  const error = await db.run(statement('test-raise-state', {}, text)).catch((each) => each)
  expect(isDatabaseUnavailable(error)).toBe(isUnavailable)
})

it('every wait for a database has a limit, which the timeout factor multiplies', async () => {
  const options = { url: database.url, connectionsMax: 1, applicationName: 'test' }
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const bounds = statement(
    'test-bounds',
    { bounds: 'text' },
    `select concat_ws(' ', ${names.map((name) => `current_setting('${name}')`)}) as bounds`,
  )
  for (const [times, expected] of [
    [1, '3s 1s 5s'],
    [2, '6s 2s 10s'],
  ] as const) {
    const own = openDatabase({ ...options, timeoutFactor: times })
    expect(await own.run(bounds)).toEqual([{ bounds: expected }])
    await own.close()
  }
})

it('days and moments are read right, whatever style the database has for them', async () => {
  const other = await createTestDatabase()
  const name = new URL(other.url).pathname.slice(1)
  const open = (indexesOnly: boolean) =>
    openDatabase({ url: other.url, connectionsMax: 1, applicationName: 'test', indexesOnly })
  const before = open(false)
  const style = `alter database ${name} set datestyle = 'SQL, DMY'`
  await before.run(statement('test-set-style', {}, style))
  await before.close()
  const moments = statement(
    'test-moments',
    { at: 'timestamptz', day: 'date' },
    `select timestamptz '2026-03-04T05:06:07Z' as at, date '2026-03-04' as day`,
  )
  for (const indexesOnly of [false, true]) {
    const styled = open(indexesOnly)
    expect(await styled.run(moments)).toEqual([
      { at: new Date('2026-03-04T05:06:07Z'), day: '2026-03-04' },
    ])
    await styled.close()
  }
  await other.drop()
})

describe('a transaction that conflicts with another one', () => {
  it.each([
    ['a serialisation failure', raise, 3],
    ['a deadlock', deadlock, 3],
    ['a range that another one took', exclusion, 3],
    ['any other fault', fault, 1],
  ])('after %s runs again as a whole, or not at all', async (_, raised, tries) => {
    let tried = 0
    const failing = db.transaction(async (tx) => {
      tried += 1
      await tx.run(insertProgramme, ['first', 'First'])
      await tx.run(raised)
    })
    await expect(failing).rejects.toThrow('as asked')
    expect(tried).toBe(tries)
    expect(await programmes()).toEqual([])
  })

  it('is committed once where the second attempt succeeds', async () => {
    let tried = 0
    await db.transaction(async (tx) => {
      tried += 1
      await tx.run(insertProgramme, ['first', 'First'])
      if (tried === 1) await tx.run(deadlock)
    })
    expect(await programmes()).toEqual(['first'])
  })
})

describe('a lone statement that conflicts with a transaction', () => {
  const begin = statement('test-begin-tries', {}, 'create sequence test_tries')
  const end = statement('test-end-tries', {}, 'drop sequence test_tries')
  /** A sequence counts on where the statement that asked it is taken back. */
  const failUntil = (count: number, code: string) =>
    statement(
      'test-fail-until',
      {},
      `do $$ begin if nextval('test_tries') < ${count} then
         raise exception 'as asked' using errcode = '${code}'; end if; end $$`,
    )
  const tries = statement(
    'test-tries',
    { tries: 'int8' },
    'select last_value as tries from test_tries',
  )
  beforeEach(async () => {
    await db.run(begin)
    return async () => void (await db.run(end))
  })

  it.each([
    ['a deadlock', '40P01', 3],
    ['a serialisation failure', '40001', 3],
    ['any other fault', '22012', 1],
  ])('after %s runs again, or not at all', async (_, code, most) => {
    await expect(db.run(failUntil(100, code))).rejects.toThrow('as asked')
    expect(await db.run(tries)).toEqual([{ tries: most }])
  })

  it('is answered where the second attempt succeeds', async () => {
    await db.run(failUntil(2, '40P01'))
    expect(await db.run(tries)).toEqual([{ tries: 2 }])
  })

  it('is answered though a migration locks the same tables in another order', async () => {
    const both = statement(
      'test-both',
      { count: 'int8' },
      'select count(*) as count from projects, programmes',
    )
    const lock = await holdLock({ databaseUrl: database.url }, 'lock table programmes')
    const asked = db.run(both)
    await lock.untilWaiting('table')
    // PostgreSQL ends either of the two.
    await lock.run('lock table projects').catch(() => undefined)
    await lock.release()
    expect(await asked).toEqual([{ count: 0 }])
  })
})

describe('a transaction', () => {
  it('commits everything, or rolls back where one statement fails', async () => {
    await db.transaction(async (tx) => void (await tx.run(insertProgramme, ['first', 'First'])))
    const failing = db.transaction(async (tx) => {
      await tx.run(insertProgramme, ['second', 'Second'])
      await tx.run(insertProgramme, ['No id', 'Refused by a check'])
    })
    await expect(failing).rejects.toThrow('programmes_id_shape')
    expect(await programmes()).toEqual(['first'])
  })

  const write = (id: string): Write => ({ statement: insertProgramme, values: [id, 'Any name'] })
  const refused = write('No id')

  it('keeps the writes of its ending, in their order, and returns its result', async () => {
    const rename = statement('test-rename', {}, 'update programmes set id = $2 where id = $1')
    const work = async () =>
      ending('done', [write('first'), { statement: rename, values: ['first', 'second'] }])
    expect(await db.transaction(work)).toBe('done')
    expect(await programmes()).toEqual(['second'])
  })

  it.each([
    ['the first', [refused, write('second'), write('third')]],
    ['one between', [write('second'), refused, write('third')]],
    ['the last', [write('second'), write('third'), refused]],
  ])('rolls back if %s of the writes of its ending fails, and names it', async (_, writes) => {
    const failing = db.transaction(async (tx) => {
      await tx.run(insertProgramme, ['first', 'First'])
      return ending('done', writes)
    })
    await expect(failing).rejects.toThrow('programmes_id_shape')
    expect(await programmes()).toEqual([])
    expect(await db.transaction(async () => 'the next one is kept')).toBe('the next one is kept')
  })

  it('rolls back if the process fails between the writes of its ending and the commit', async () => {
    const point = `before:commit of ${insertProgramme.name}`
    armFailPoint(`${point}:throw`)
    const failing = db.transaction(async () => ending(null, [write('first')]))
    await expect(failing).rejects.toThrow(point)
    expect(await programmes()).toEqual([])
  })

  it.each([
    ['a deadlock', deadlock],
    ['a serialisation failure', raise],
  ])('runs its work again if a write of its ending meets %s', async (_, failure) => {
    let runs = 0
    const result = await db.transaction(async (tx) => {
      runs += 1
      await tx.run(insertProgramme, [`read-${runs}`, 'Any name'])
      const failures = runs === 1 ? [{ statement: failure, values: [] }] : []
      return ending(runs, [write(`written-${runs}`), ...failures])
    })
    expect(result).toBe(2)
    expect(await programmes()).toEqual(['read-2', 'written-2'])
  })

  it('sends the writes of its ending and the commit in one round trip', async () => {
    const line = await openTcpProxy(database.url)
    const distant = openDatabase({ url: line.url, connectionsMax: 1, applicationName: 'test' })
    await distant.run(listProgrammes)
    line.setDelay(30)
    const before = line.roundTrips()
    await distant.transaction(async (tx) => {
      await tx.run(listProgrammes)
      return ending(null, [write('first'), write('second')])
    })
    const roundTrips = line.roundTrips() - before
    await distant.close()
    await line.close()
    expect(roundTrips).toBe(2)
    expect(await programmes()).toEqual(['first', 'second'])
  })

  it('refuses statements once its work has returned', async () => {
    const late = Promise.withResolvers<unknown>()
    await db.transaction(async (tx) => {
      setImmediate(() => {
        const sending = tx.run(insertProgramme, ['late', 'Late'])
        late.resolve(sending.catch((error: unknown) => error))
      })
      return ending(null, [write('first')])
    })
    expect(await late.promise).toMatchObject({ message: expect.stringContaining('after the end') })
    expect(await programmes()).toEqual(['first'])
  })

  it('fails if the work hides that a statement failed', async () => {
    const hiding = db.transaction(async (tx) => {
      await tx.run(insertProgramme, ['first', 'First'])
      await tx.run(insertProgramme, ['No id', 'Refused by a check']).catch(() => undefined)
      return 'done'
    })
    await expect(hiding).rejects.toThrow('programmes_id_shape')
    expect(await programmes()).toEqual([])
  })

  it('closes its connection where the database refused one of its statements, and only there', async () => {
    const alone = openDatabase({ url: database.url, connectionsMax: 1, applicationName: 'test' })
    const pidAfter = async (work: (tx: Transaction) => Promise<unknown>) => {
      await alone.transaction(work).catch(() => undefined)
      return (await alone.run(ownPid))[0]?.pid
    }
    const first = await pidAfter(async () => undefined)
    expect(await pidAfter(() => Promise.reject(new Error('ours')))).toBe(first)
    expect(await pidAfter((tx) => tx.run(fault))).not.toBe(first)
    await alone.close()
  })

  it('a call that continues after a failed statement writes nothing', async () => {
    const failed = Promise.withResolvers<void>()
    const wentOn = Promise.withResolvers<unknown>()
    const broken = db.transaction((tx) => {
      const goesOn = failed.promise.then(() => tx.run(insertProgramme, ['late', 'Late']))
      wentOn.resolve(goesOn.catch((error: unknown) => error))
      return Promise.all([tx.run(fault), goesOn])
    })
    await expect(broken).rejects.toThrow()
    failed.resolve()
    expect(await wentOn.promise).toMatchObject({
      message: expect.stringContaining('after the end'),
    })
    expect(await programmes()).toEqual([])
  })
})

describe('statements in order', () => {
  const mark = (place: string) =>
    statement(
      'test-mark',
      { place: 'text' },
      `select nextval('test_places') || '${place}' as place`,
    )
  it('are sent, and so lock, in the order of the keys, and return by name', async () => {
    await db.run(statement('test-begin-places', {}, 'create sequence test_places'))
    const sent: string[] = []
    const results = await db.transaction(async (tx) => {
      const send = async (name: string, rounds: number) => {
        for (let round = 0; round < rounds; round += 1) {
          sent.push(name)
          const [row] = await tx.run(mark(name))
          if (round === rounds - 1) return row?.place
        }
      }
      return inOrder({
        stock: send('stock', 1),
        places: send('places', 2),
        wallets: send('wallets', 1),
        nothing: null,
      })
    })
    expect(sent).toEqual(['stock', 'places', 'wallets', 'places'])
    expect(results).toEqual({
      stock: '1stock',
      places: '4places',
      wallets: '3wallets',
      nothing: null,
    })
  })

  it('fail with the first failure', async () => {
    const failing = db.transaction((tx) =>
      inOrder({ first: tx.run(insertProgramme, ['first', 'First']), failure: tx.run(fault) }),
    )
    await expect(failing).rejects.toThrow('as asked')
    expect(await programmes()).toEqual([])
  })
})

describe('a wait ends by itself, and is distinguished from a mistake', () => {
  const outcome = (call: Promise<unknown>) => call.catch((error: unknown) => error)

  it('for a server whose socket is missing while it starts again', async () => {
    const url = `postgres://nobody@localhost/none?host=${import.meta.dirname}`
    const none = openDatabase({ url, connectionsMax: 1, applicationName: 'test', timeoutFactor })
    const error: unknown = await none.run(ownPid).catch((thrown: unknown) => thrown)
    await none.close()
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('for a lock of another transaction', async () => {
    const ended = await db.transaction(async (tx) => {
      await tx.run(insertProgramme, ['first', 'First'])
      return outcome(db.run(insertProgramme, ['first', 'Again']))
    })
    expect(isDatabaseUnavailable(ended)).toBe(true)
  })

  it('for a connection while all are in use', async () => {
    const ended = await db.transaction(() => db.transaction(() => outcome(db.run(listProgrammes))))
    expect(isDatabaseUnavailable(ended)).toBe(true)
  })

  describe('over a line on which no packet passes any more', () => {
    const quietMs = 300
    let line: TcpProxy
    let distant: Database
    beforeAll(async () => {
      line = await openTcpProxy(database.url)
      const waits = { statementMs: quietMs, silenceMs: quietMs, timeoutFactor }
      const options = { connectionsMax: 1, applicationName: 'test', ...waits }
      distant = openDatabase({ url: line.url, ...options })
    })
    afterAll(async () => {
      await distant.close()
      await line.close()
    })

    it('for a statement, and for one within a transaction', async () => {
      await distant.run(listProgrammes)
      line.setFrozen(true)
      const alone = await outcome(distant.run(listProgrammes))
      line.setFrozen(false)
      const within = await outcome(
        distant.transaction(async (tx) => {
          await tx.run(listProgrammes)
          line.setFrozen(true)
          await tx.run(listProgrammes)
        }),
      )
      line.setFrozen(false)
      expect([alone, within].map(isDatabaseUnavailable)).toEqual([true, true])
      expect(await distant.run(listProgrammes)).toEqual([])
    })

    it('and an idle connection may be silent for longer', async () => {
      const [before] = await distant.run(ownPid)
      await new Promise((resolve) => setTimeout(resolve, 4 * quietMs))
      expect(await distant.run(ownPid)).toEqual([before])
    })
  })
})
