// Tests the deletion of a passport over HTTP: who may, what is erased, and what stays in the
// ledger.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetMessages } from '#features/messages/forget-messages.ts'
import { noticeTemplates } from '#features/messages/notice-templates.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import {
  movedMessages,
  movingMessage,
  newDeviceMessage,
  passkeyMessage,
  replacedMessage,
} from '#features/messages/passport-notices.ts'
import { planTemplates } from '#features/messages/plan-templates.ts'
import { eraseForOwner } from '#features/own-data/erase-passport.ts'
import { fileErasures } from '#features/own-data/file-erasures.ts'
import { creditAsOperator } from '#features/partners/operator-credit.ts'
import { changeProfile } from '#features/passport/read-profile.ts'
import { announceMove } from '#features/people/announced-moves.ts'
import { planMessage } from '#features/plans/plan-messages.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { dump, forgetNow, leaveNumber, plainHashes } from '#tests/support/people/erasure.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person, sameAt } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { holdLock, raceFor } from '#tests/support/servers/waiting-locks.ts'
import { openPass, readJson } from '#tests/support/stand-ins/pass-file.ts'
import { failCards, healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import {
  hangTimeoutFactor,
  startTestApp,
  startTestAppBeside,
  type TestApp,
} from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const countOpen = statement(
  'test-count-open-purchases',
  { count: 'int8' },
  `select count(*) as count from purchases
   where buyer_id = $1 and state not in ('COMPLETED', 'EXPIRED', 'FAILED', 'CANCELLED')`,
)
const openPurchasesOf = async ({ id }: Person) =>
  (await test.services.db.run(countOpen, [id]))[0]?.count

const erasures = join(tmpdir(), `erasures-${randomUUID()}`, 'ids')
let test: TestApp
/** Whether the provider fails to answer requests to erase messages. */
let isAway = false
/** Delays a purchase's message on its way to the provider. */
let isUnderWay: Promise<void> | undefined
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp(
    { ERASURES_FILE: erasures, TIMEOUT_FACTOR: hangTimeoutFactor },
    ({ sms }) => ({
      sms: {
        ...sms,
        async send(message) {
          if (message.template === 'purchase_success') await isUnderWay
          return sms.send(message)
        },
        forget: (erased) => (isAway ? Promise.reject(new Error('away')) : sms.forget(erased)),
      },
    }),
  )
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
afterAll(async () => {
  await test.close()
  rmSync(dirname(erasures), { recursive: true, force: true })
})

const path = '/api/profile'
const remove = (person: Person, code: string, options = {}) =>
  person.signed(path, { code }, { method: 'DELETE', ...options })

const giftOf = (telephone: string, note: string) => ({
  ...cardOrder(batch, 50, ''),
  is_gift: 1,
  telephone,
  name: 'Zebedee Quux',
  note,
})

async function gift(giver: Person, telephone: string, note: string): Promise<string> {
  const given = { ...giftOf(telephone, note), card_token: await giver.cardToken() }
  const reserved = await giver.reserve(given, { key: randomUUID() })
  expect((await giver.complete(reserved.body.txId)).status).toBe(200)
  return reserved.body.txId
}

/** No code writes these columns yet; the test shows that they would be erased. */
const name = statement(
  'test-name-person',
  {},
  `update passports set first_name = 'Bartholomew', last_name = 'Quibbling' where id = $1`,
)
const devices = statement(
  'test-devices',
  { device: 'text' },
  'select device from passport_devices where passport_id = $1',
)

const walletsIn = statement(
  'test-wallets-of',
  { balance_minor: 'int8', held_minor: 'int8' },
  'select balance_minor, held_minor from wallets where passport_id = $1',
)
const walletsOf = ({ id }: Person) => test.services.db.run(walletsIn, [id])
const keysOf = statement(
  'test-keys-of',
  { key: 'text' },
  'select key from idempotency_keys where owner_id = $1',
)
const noticesAbout = statement(
  'test-notices-about',
  { template: 'text' },
  `select template from outbox where split_part(subject, '/', 1) = $1`,
)
/** Codes that were sent to other numbers for a passport. */
const codesFor = statement(
  'test-codes-for-passport',
  { id: 'int8' },
  `select id from outbox where template = 'otp_take_number' and split_part(subject, '/', 3) = $1`,
)

it('afterwards no row and no provider holds the number, a plain hash of it, a name or a note', async () => {
  const person = await new Person(test.url).signIn()
  const other = await new Person(test.url).signIn()
  await person.call('PATCH', path, { nickname: 'Wilhelmina Xyz' })
  // In one league, so that each is on the other's board.
  await person.buyByCard(batch, 60)
  await other.buyByCard(batch, 60)
  await gift(person, other.phone, 'a note that was written')
  const received = await gift(other, person.phone, 'a note that was received')
  await person.get('/passport/me')
  expect((await person.post('/api/gifts/thanks', { tx_id: received })).status).toBe(200)
  const waitingFor = newPhone()
  await gift(person, waitingFor, 'a note that waits')
  const sent = async () =>
    (await other.get(`/dev/messages?to=${encodeURIComponent(other.phone)}`)).body
  await expect.poll(async () => JSON.stringify(await sent())).toContain('Wilhelmina')
  await test.services.db.run(name, [person.id])
  const named = { firstName: 'Bartholomew', lastName: 'Quibbling' }
  expect((await person.get('/passport/me')).body).toMatchObject(named)
  const movesTo = newPhone()
  await test.services.db.transaction((tx) => announceMove(tx, person.id, movesTo))
  await person.codeFor('change_number', newPhone())
  expect(await test.services.db.run(codesFor, [person.id])).toHaveLength(1)
  await queueMessages(test.services.db, [
    newDeviceMessage(person.id, randomUUID()),
    movingMessage(person.id),
    ...movedMessages(person.id, null),
    replacedMessage(person.id, randomUUID()),
    ...(['passkey_added', 'passkey_removed', 'passkey_ended'] as const).map((template) =>
      passkeyMessage(template, person.id),
    ),
    ...planTemplates.map((template) =>
      planMessage(template, { id: 'PL-7K2M-9QXF-4HJD', passport_id: person.id }),
    ),
  ])
  const kinds = (await test.services.db.run(noticesAbout, [person.id])).map((row) => row.template)
  const toHolder = noticeTemplates.filter((template) => template !== 'number_left')
  expect(kinds).toEqual(expect.arrayContaining([...toHolder, ...planTemplates]))
  expect(await dump(test.services.db)).toContain(person.phone)
  expect(await test.services.db.run(keysOf, [person.id])).not.toEqual([])

  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  await forgetNow(test.services)
  const left = await dump(test.services.db)
  const gone = [
    person.phone,
    movesTo,
    'Wilhelmina',
    'Bartholomew',
    'Quibbling',
    'Zebedee',
    'a note that',
    ...plainHashes(person.phone),
  ]
  expect(gone.filter((each) => left.includes(each))).toEqual([])
  expect(left).toContain(waitingFor)
  expect(await test.services.db.run(devices, [person.id])).toEqual([])
  const metrics = await (await import('prom-client')).register.metrics()
  const outside = [test.logged.join('\n'), metrics, readFileSync(erasures, 'utf8')]
  expect(outside.filter((text) => gone.some((each) => text.includes(each)))).toEqual([])
  expect(readFileSync(erasures, 'utf8')).toContain(person.id)
  // Readable by its owner alone, and written once.
  expect([statSync(dirname(erasures)), statSync(erasures)].map(({ mode }) => mode & 0o777)).toEqual(
    [0o700, 0o600],
  )
  expect(await fileErasures(test.services)).toBe(0)
  expect(await test.services.db.run(noticesAbout, [person.id])).toEqual([])
  expect(await test.services.db.run(codesFor, [person.id])).toEqual([])
  expect(await test.services.db.run(keysOf, [person.id])).toEqual([])

  expect((await person.get('/api/auth/me')).status).toBe(401)
  const board = await other.get('/api/achievements/leaderboard')
  expect(board.body.offsets).toMatchObject([{ isMe: true }])
  const activity = await other.get('/api/tokens/transaction/me')
  expect(JSON.stringify(activity.body)).not.toContain('Wilhelmina')
  const [given] = activity.body.filter((entry: { tx_id: string }) => entry.tx_id === received)
  expect(given).toMatchObject({ gift_status: 'received', is_thanked: false })

  const receiver = await new Person(test.url, waitingFor).signIn()
  expect((await receiver.get('/api/auth/me')).body.total_offsets).toBe(50)
  expect((await checkLedger(test.services.db, scoreComparisons)).ok).toBe(true)
  const gift2 = statement(
    'test-received-from-erased',
    { recipient_phone: 'text?' },
    'select recipient_phone from purchases where holder_id = $1',
  )
  expect(await test.services.db.run(gift2, [receiver.id])).toEqual([{ recipient_phone: null }])
})

it('a received gift loses the name of its erased giver', async () => {
  const [giver, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  await gift(giver, other.phone, 'words to a member')
  const kept = await gift(other, newPhone(), 'words of somebody who stays')
  const named = statement(
    'test-numbers-of-receivers',
    { recipient_phone: 'text' },
    `select recipient_phone from purchases
     where buyer_id = $1 and recipient_phone is not null`,
  )
  expect(await test.services.db.run(named, [giver.id])).toEqual([{ recipient_phone: other.phone }])
  expect((await remove(giver, await giver.codeFor('delete'))).status).toBe(204)
  expect(await test.services.db.run(named, [giver.id])).toEqual([])
  const { body } = await other.get('/api/tokens/transaction/me')
  expect(body.find(({ tx_id }: { tx_id: string }) => tx_id === kept)).toMatchObject({
    note: 'words of somebody who stays',
    to_name: 'Zebedee Quux',
  })
})

it('a waiting gift that was taken back loses the names of its erased receiver and giver', async () => {
  const [giver, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const refund = (txId: string, keepsKilograms = false) =>
    refundPurchase(test.services, { txId, keepsKilograms, record: async () => undefined })
  const waitsFor = [newPhone(), newPhone(), newPhone(), newPhone()] as const
  const [first, second, third, fourth] = [
    await gift(other, waitsFor[0], 'words that were taken back'),
    await gift(giver, waitsFor[1], 'words before an erasure'),
    await gift(giver, waitsFor[2], 'words after an erasure'),
    await gift(giver, waitsFor[3], 'words whose kilograms still wait'),
  ]
  await refund(first)
  await refund(second)
  await refund(fourth, true)
  const person = await new Person(test.url, waitsFor[0]).signIn()
  expect((await person.get('/api/auth/me')).body.total_offsets).toBe(0)
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  expect((await remove(giver, await giver.codeFor('delete'))).status).toBe(204)
  const kept = statement(
    'test-kept-numbers',
    { tx_id: 'text', recipient_phone: 'text?' },
    'select tx_id, recipient_phone from purchases where tx_id = any($1::text[]) order by id',
  )
  const keptOf = async () =>
    (await test.services.db.run(kept, [[first, second, third, fourth]])).map(
      (row) => row.recipient_phone,
    )
  expect(await keptOf()).toEqual([null, null, waitsFor[2], waitsFor[3]])
  await refund(third)
  expect(await keptOf()).toEqual([null, null, null, waitsFor[3]])
  const left = await dump(test.services.db)
  expect([waitsFor[0], 'words that were'].filter((each) => left.includes(each))).toEqual([])
  expect((await checkLedger(test.services.db, scoreComparisons)).ok).toBe(true)
})

it('a call that named the number is kept in a form that no trial of all numbers finds', async () => {
  const [giver, person] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  await gift(giver, person.phone, '')
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  const body = Object.entries(giftOf(person.phone, '')).filter(([name]) => name !== 'card_token')
  const texts = [body, body.toSorted(([a], [b]) => (a < b ? -1 : 1))].flatMap((entries) => [
    JSON.stringify(entries),
    JSON.stringify(Object.fromEntries(entries)),
  ])
  const left = await dump(test.services.db)
  expect(texts.flatMap(plainHashes).filter((hash) => left.includes(hash))).toEqual([])
})

it('a number that the passport left before is erased too, unless another passport has it now', async () => {
  const leave = async (person: Person) => {
    const moved = await leaveNumber(test.services.db, test.url, person)
    const told = () => person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
    await expect.poll(async () => JSON.stringify((await told()).body)).toContain('number_left')
    return moved
  }
  const former = await new Person(test.url).signIn()
  const shared = await leave(former)
  const person = await leave(shared)
  const successor = await new Person(test.url, shared.phone).signIn()
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  await forgetNow(test.services)
  const left = await dump(test.services.db)
  expect([former.phone, person.phone].filter((each) => left.includes(each))).toEqual([])
  expect((await successor.get('/api/auth/me')).body.phone).toBe(shared.phone)
})

it('the wallet returns to its programme, and the number joins again without a welcome credit', async () => {
  const person = await new Person(test.url).signIn()
  expect((await person.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  const again = await new Person(test.url, person.phone).signIn()
  expect(again.id).not.toBe(person.id)
  expect((await again.get('/api/wallet/me')).body.totalInUserCurrency).toBe(0)
  expect((await checkLedger(test.services.db, scoreComparisons)).ok).toBe(true)
})

it('rewards come once a number: the same user joining again earns none of them', async () => {
  const person = await new Person(test.url).signIn()
  await person.buyByCard(batch, 60)
  const earned = (await person.get('/api/rewards/me')).body
  expect(JSON.stringify(earned)).toContain('first_offset')
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  const again = await new Person(test.url, person.phone).signIn()
  await again.buyByCard(batch, 60)
  expect(JSON.stringify((await again.get('/api/rewards/me')).body)).not.toContain('first_offset')
  expect((await checkLedger(test.services.db, scoreComparisons)).ok).toBe(true)
})

it('salts of the public log are erased with the holder of the kilograms, the entries stay', async () => {
  const [giver, person] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  await person.buyByCard(batch, 60)
  await gift(giver, person.phone, '')
  await gift(person, giver.phone, '')
  const salted = statement(
    'test-log-salts',
    { holder_id: 'uuid', entries: 'int8', salts: 'int8' },
    `select p.holder_id, count(*) as entries, count(e.salt) as salts
     from log_entries e join kg_postings k on k.id = e.fact_id
       join purchases p on p.id = k.purchase_id
     where $1 in (p.buyer_id, p.holder_id) group by 1`,
  )
  const saltsOf = async (holder: Person) => {
    const rows = await test.services.db.run(salted, [person.id])
    const row = rows.find(({ holder_id }) => holder_id === holder.id)
    return { entries: row?.entries ?? 0, salts: row?.salts ?? 0 }
  }
  await expect.poll(() => saltsOf(person)).toEqual({ entries: 2, salts: 2 })
  await expect.poll(() => saltsOf(giver)).toEqual({ entries: 1, salts: 1 })
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  expect(await saltsOf(person)).toEqual({ entries: 2, salts: 0 })
  expect(await saltsOf(giver)).toEqual({ entries: 1, salts: 1 })
}, 30_000)

it('an entry appended after an erasure has no salt', async () => {
  const quiet = await startTestApp({}, undefined, { background: false })
  const stock = await issueTestBatch(quiet.services.db, { kg: 1_000 })
  const [person, other] = [
    await new Person(quiet.url).signIn(),
    await new Person(quiet.url).signIn(),
  ]
  const [txId, otherTxId] = [await person.buyByCard(stock, 60), await other.buyByCard(stock, 40)]
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  while (await appendOnce(quiet));
  const told = statement(
    'test-late-salts',
    { tx_id: 'text', entry: 'text', is_salted: 'bool' },
    `select p.tx_id, e.entry, e.salt is not null as is_salted
     from log_entries e join kg_postings k on k.id = e.fact_id
       join purchases p on p.id = k.purchase_id where e.entry like '{"kind":"allocate"%'`,
  )
  const rows = await quiet.services.db.run(told, [])
  const saltedOf = (all: typeof rows, id: string) =>
    all.filter((row) => row.tx_id === id).map((row) => row.is_salted)
  expect([saltedOf(rows, txId), saltedOf(rows, otherTxId)]).toEqual([[false], [true]])
  // A restore began another log, which has the entries again: the user's data in both is erased.
  await quiet.services.db.run(
    statement('test-close-log-of-salts', {}, 'update logs set closed_at = now()'),
  )
  while (await appendOnce(quiet));
  const twice = await quiet.services.db.run(told, [])
  expect([saltedOf(twice, txId), saltedOf(twice, otherTxId)]).toEqual([
    [false, false],
    [true, true],
  ])
  expect((await remove(other, await other.codeFor('delete'))).status).toBe(204)
  expect(saltedOf(await quiet.services.db.run(told, []), otherTxId)).toEqual([false, false])
  await closeWithBooks(quiet)
})

it('an entry being appended during an erasure keeps no salt', async () => {
  const quiet = await startTestApp({}, undefined, { background: false })
  const stock = await issueTestBatch(quiet.services.db, { kg: 1_000 })
  const person = await new Person(quiet.url).signIn()
  await person.buyByCard(stock, 60)
  const code = await person.codeFor('delete')
  // The log has found the sale, and cannot write yet.
  const held = await holdLock(quiet, 'lock table log_entries in share mode')
  const telling = appendOnce(quiet)
  await held.untilWaiting('table')
  const removing = remove(person, code)
  await held.untilWaiting('row')
  await held.release()
  await telling
  expect((await removing).status).toBe(204)
  const salts = statement(
    'test-salts-told-meanwhile',
    { entries: 'int8', salts: 'int8' },
    `select count(*) as entries, count(salt) as salts from log_entries
     where entry like '{"kind":"allocate"%'`,
  )
  expect(await quiet.services.db.run(salts)).toEqual([{ entries: 1, salts: 0 }])
  await closeWithBooks(quiet)
})

it('limits of the number stay in force', async () => {
  const person = await new Person(test.url).signIn()
  const code = await person.codeFor('delete')
  expect((await remove(person, code)).status).toBe(204)
  const statuses: number[] = []
  for (let count = 0; count < 2; count += 1) {
    statuses.push((await person.post('/api/auth/request-otp', { phone: person.phone })).status)
  }
  expect(statuses).toEqual([200, 429])
})

it('codes of other purposes delete no passport, and neither does a cookie alone', async () => {
  const person = await new Person(test.url).signIn()
  const refused = { status: 400, body: { code: 'invalid_code' } }
  expect(await remove(person, await person.codeFor('export'))).toMatchObject(refused)
  const wait = statement(
    'test-erase-wait',
    {},
    `update sign_in_attempts set resend_at = now(), sent_at = '{}'`,
  )
  await test.services.db.run(wait)
  await person.post('/api/auth/request-otp', { phone: person.phone })
  expect(await remove(person, await person.readCode())).toMatchObject(refused)
  const nonce = `${Date.now()}.abcdefghijklmnop`
  expect(await remove(person, 'wrong', { nonce })).toMatchObject(refused)
  expect(await remove(person, 'wrong', { nonce })).toMatchObject({ body: { code: 'replayed' } })
  await test.services.db.run(wait)
  const code = await person.codeFor('delete')
  const unsigned = await person.call('DELETE', path, { code })
  expect(unsigned).toMatchObject({ status: 401, body: { code: 'bad_signature' } })
  expect((await person.get('/api/auth/me')).status).toBe(200)
  const gone = await remove(person, code)
  expect([gone.status, gone.headers.getSetCookie()[0]]).toEqual([
    204,
    expect.stringMatching(/^session=; .*1970/),
  ])
})

it('two tabs delete once', async () => {
  const person = await new Person(test.url).signIn()
  const code = await person.codeFor('delete')
  const held = `select from sign_in_attempts where number_hash = '${hashOf(person.phone)}' for update`
  // In one process, checks of one number run one after another.
  const secondApp = await startTestAppBeside(test, { ERASURES_FILE: erasures })
  const tabs = [person, sameAt(person, secondApp.url)]
  const calls = tabs.map((tab) => () => remove(tab, code))
  const both = await raceFor(test, { lockSql: held, waiting: 2 }, calls)
  await secondApp.close()
  const statuses = both.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(204)
  expect([400, 401]).toContain(statuses[1])
})

it('open purchases end first; one that is completing is awaited', async () => {
  const person = await new Person(test.url).signIn()
  const order = async () => cardOrder(batch, 50, await person.cardToken())
  const open = await person.reserve(await order())
  const completing = await person.reserve(await order())
  await failCards(test.services.db, 'capture', 'hang')
  const completion = person.complete(completing.body.txId)
  const state = statement(
    'test-state',
    { state: 'text' },
    'select state from purchases where tx_id = $1',
  )
  const stateOf = async (txId: string) => (await test.services.db.run(state, [txId]))[0]?.state
  await expect.poll(() => stateOf(completing.body.txId)).toBe('COMPLETING')
  const code = await person.codeFor('delete')
  const refused = await remove(person, code)
  expect(refused).toMatchObject({ status: 409, body: { code: 'purchase_open' } })
  expect((await person.get('/api/auth/me')).status).toBe(200)
  await healSandboxes(test.services.db)
  await expect.poll(() => stateOf(completing.body.txId)).toBe('COMPLETED')
  await completion
  expect((await remove(person, code)).status).toBe(204)
  expect(await stateOf(open.body.txId)).toBe('EXPIRED')
  expect((await checkLedger(test.services.db, scoreComparisons)).ok).toBe(true)
}, 90_000)

it('waits for a purchase that began during the deletion', async () => {
  const person = await new Person(test.url).signIn()
  const order = async () => cardOrder(batch, 50, await person.cardToken())
  const open = await person.reserve(await order())
  const [code, next] = [await person.codeFor('delete'), await order()]
  const held = await holdLock(
    test,
    `select from purchases where tx_id = '${open.body.txId}' for update`,
  )
  const removing = remove(person, code)
  // Open purchases have been read by then.
  await held.untilWaiting('row')
  const begun = await person.reserve(next)
  expect(begun.status).toBe(200)
  await held.release()
  expect(await removing).toMatchObject({ status: 409, body: { code: 'purchase_open' } })
  expect((await remove(person, code)).status).toBe(204)
})

it('the wallet pass expires: phones that hold it load a void one', async () => {
  const person = await new Person(test.url).signIn()
  const phone = await Phone.with(person)
  expect(await phone.register()).toBe(201)
  const before = await phone.fetch()
  expect(readJson(openPass(before.bytes), 'pass.json')).not.toHaveProperty('voided')
  expect((await remove(person, await person.codeFor('delete'))).status).toBe(204)
  const after = await phone.fetch(before.lastModified)
  expect(after.status).toBe(200)
  expect(readJson(openPass(after.bytes), 'pass.json')).toMatchObject({ voided: true })
})

it('the provider is asked to erase until it has', async () => {
  const waits = statement(
    'test-waits-to-forget',
    { is_long: 'bool' },
    `select due_at > now() + interval '5 minutes' as is_long from sms_to_forget`,
  )
  const person = await new Person(test.url).signIn()
  const code = await person.codeFor('delete')
  const left = statement(
    'test-left-to-forget',
    { phone: 'text' },
    'select phone from sms_to_forget',
  )
  const later = statement(
    'test-forget-later',
    {},
    'update sms_to_forget set due_at = now(), attempts = 5',
  )
  // Messages of the tests before, and the user's own that are still under way.
  await forgetNow(test.services)
  isAway = true
  try {
    expect((await remove(person, code)).status).toBe(204)
    expect(await test.services.db.run(left)).toEqual([{ phone: person.phone }])
    // A failed attempt waits longer than the one before.
    await test.services.db.run(later)
    await forgetMessages(test.services)
    await expect.poll(() => test.services.db.run(waits)).toEqual([{ is_long: true }])
  } finally {
    isAway = false
  }
  expect(await forgetNow(test.services)).toBe(1)
  expect(await test.services.db.run(left)).toEqual([])
  expect(await dump(test.services.db)).not.toContain(person.phone)
})

it('the provider also erases a message that was under way at the deletion', async () => {
  const { db } = test.services
  const person = await new Person(test.url).signIn()
  const code = await person.codeFor('delete')
  await forgetNow(test.services)
  const arrived = Promise.withResolvers<void>()
  isUnderWay = arrived.promise
  const taken = statement(
    'test-purchase-message-taken',
    { phone: 'text' },
    `select b.phone from outbox o join purchases p on p.id::text = o.subject
       join passports b on b.id = p.buyer_id
     where o.template = 'purchase_success' and o.attempts > 0 and b.phone = $1`,
  )
  const atProvider = statement(
    'test-messages-at-provider',
    { recipient: 'text' },
    'select recipient from sandbox_sms.messages where recipient = $1',
  )
  const there = async () => (await db.run(atProvider, [person.phone])).length
  try {
    await person.buyByCard(batch, 50)
    await expect.poll(() => db.run(taken, [person.phone])).toHaveLength(1)
    expect((await remove(person, code)).status).toBe(204)
    expect(await there()).toBe(0)
  } finally {
    arrived.resolve()
    isUnderWay = undefined
  }
  await expect.poll(there).toBe(1)
  expect(await forgetNow(test.services)).toBe(1)
  expect(await there()).toBe(0)
  expect(await dump(db)).not.toContain(person.phone)
})

/** Deletes the person's passport. */
const deletionOf = async (person: Person) => {
  const code = await person.codeFor('delete')
  return () => person.signed('/api/profile', { code }, { method: 'DELETE' })
}
const order = async (person: Person) => cardOrder(batch, 50, await person.cardToken())

it('a reservation that waited for the deletion is refused, and stores nothing', async () => {
  const person = await new Person(test.url).signIn()
  const [deletePassport, body] = [await deletionOf(person), await order(person)]
  const lock = await holdLock(
    test,
    `select from batch_stock where batch_id = '${batch.id}' for update`,
  )
  const reserved = person.reserve(body, { key: randomUUID() })
  await lock.untilWaiting('row')
  expect((await deletePassport()).status).toBe(204)
  await lock.release()
  expect(await reserved).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await openPurchasesOf(person)).toBe(0)
})

it('a credit that comes during the deletion is refused, and all money returns to the programme', async () => {
  const person = await new Person(test.url).signIn()
  const partner = await newPartner(test.services, test.url)
  expect((await partner.credit(person.phone, 5)).status).toBe(201)
  const deletePassport = await deletionOf(person)
  const { programmeId } = partner.terminal
  const lock = await holdLock(
    test,
    `select from programme_balances where programme_id = '${programmeId}' for update`,
  )
  const deleted = deletePassport()
  await lock.untilWaiting('row')
  const credited = partner.credit(person.phone, 7)
  const command = { phone: person.phone, amount: 9, currency: 'GBP', source: 'Support' }
  const byOperator = creditAsOperator(test.services.db, 1_000, programmeId, command, async () => {
    throw new Error('a credit of a deleted passport was recorded')
  })
  await lock.untilWaiting('advisory', 2)
  await lock.release()
  expect((await deleted).status).toBe(204)
  expect(await credited).toMatchObject({ status: 404, body: { code: 'unknown_number' } })
  expect(await byOperator).toEqual({ problem: 'unknown_number' })
  const empty = { balance_minor: 0, held_minor: 0 }
  // The welcome credit has a wallet of its own.
  expect(await walletsOf(person)).toEqual([empty, empty])
  expect((await checkLedger(test.services.db)).faults).toEqual([])
})

it('a purchase that begins during the deletion stops it, and another deletion ends the purchase', async () => {
  const person = await new Person(test.url).signIn()
  const body = await order(person)
  const owner = { passportId: person.id, phone: person.phone }
  const stopped = await eraseForOwner(test.services, owner, async () => {
    expect((await person.reserve(body, { key: randomUUID() })).status).toBe(200)
  })
  expect(stopped).toEqual({ problem: 'purchase_open' })
  expect((await person.get('/api/auth/me')).body.phone).toBe(person.phone)
  expect(await eraseForOwner(test.services, owner, async () => undefined)).toBeNull()
  expect(await openPurchasesOf(person)).toBe(0)
})

it('an erased passport gets no new name', async () => {
  const person = await new Person(test.url).signIn()
  expect((await (await deletionOf(person))()).status).toBe(204)
  const changes = { nickname: 'Late', language: 'de' } as const
  expect(await changeProfile(test.services.db, person.id, changes)).toEqual({
    problem: 'unauthenticated',
  })
})
