// Tests what commands about programmes, terminals, wallets, numbers and batches say of what they did, in the test's process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Command, Context } from './command.ts'
import { batchesCost } from './cost-commands.ts'
import { batchesOffer, batchesWithdraw } from './offer-commands.ts'
import { peopleErase } from './own-data-commands.ts'
import {
  partnersCreate,
  partnersRevoke,
  partnersRotate,
  walletCredit,
  walletDebit,
} from './partner-commands.ts'
import { batchesPrice } from './price-commands.ts'
import {
  programmesClose,
  programmesCreate,
  programmesFund,
  programmesLimits,
  programmesLine,
} from './programme-commands.ts'
import { programmesStatement } from './programme-statement-command.ts'
import { limitsClear, peopleBlock, peopleUnblock, sessionsEnd } from './support-commands.ts'

const unlist = statement(
  'test-unlist-project-of-lines',
  {},
  `update projects set unlisted_status = 'Suspended' where id = $1`,
)

const lift = statement(
  'test-lift-limit-of-lines',
  {},
  `update programmes set person_limit_minor = null where id = 'lined'`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
})
afterAll(() => test.close())

async function run(
  command: Command,
  words: readonly string[],
  options: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) {
  const { settings, db } = test.services
  const context = {
    ...{ db, servingDb: db, settings, databaseUrl: settings.databaseUrl },
    ...{ actor: { kind: 'root', forName: 'ada' }, asJson: false, lists: {}, words },
    ...{ options: { reason: 'A test', ...options }, flags: new Set(flags) },
    ...{ print: () => undefined, say: () => undefined },
  } as unknown as Context
  const { ok, lines, secretLines = [], json } = await command.run(context)
  return { ok, lines, secretLines, json }
}

const euros = { currency: 'EUR' }
const make = (id: string, name: string) => run(programmesCreate, [id], { name, ...euros })

describe('a programme', () => {
  it('says what was made, paid in, paid back and allowed, in its currency', async () => {
    expect(await make('lined', 'Lined')).toMatchObject({
      lines: ['Made the programme lined, with limits in EUR; it has no funds and a line of 0.'],
      json: { ok: true, id: 'lined', name: 'Lined', currency: 'EUR' },
    })
    const paid = await run(programmesFund, ['lined', '20'], euros)
    expect(paid).toMatchObject({
      ok: true,
      lines: ['lined: 20.00 EUR paid in; its balance is 20.00 EUR.'],
    })
    expect(paid.json).toEqual({
      ...{ ok: true, id: expect.any(String), program_id: 'lined', currency: 'EUR' },
      ...{ returned: false, amount: 20, balance: 20 },
    })
    const back = await run(programmesFund, ['lined', '7.50'], euros, ['return'])
    expect(back.lines).toEqual(['lined: 7.50 EUR returned; its balance is 12.50 EUR.'])
    expect(back.json).toMatchObject({ returned: true, amount: 7.5, balance: 12.5 })
    const line = await run(programmesLine, ['lined', '5'], euros)
    expect(line.lines).toEqual(['The line of lined is 5.00 EUR.'])
    const limits = (options: Readonly<Record<string, string>>) =>
      run(programmesLimits, ['lined'], options)
    const both = await limits({ person: '20', day: '500' })
    expect(both.lines).toEqual([
      'lined gives at most 20.00 EUR a person and 500.00 EUR in all within 24 hours.',
    ])
    expect(both.json).toEqual({
      ...{ ok: true, program_id: 'lined', currency: 'EUR', person: 20, day: 500 },
    })
    expect((await limits({ day: '600' })).json).toMatchObject({ person: 20, day: 600 })
    expect((await limits({ person: '30' })).json).toMatchObject({ person: 30, day: 600 })
    await test.services.db.run(lift)
    const lifted = await limits({ day: '700' })
    expect([lifted.lines, lifted.json]).toEqual([
      ['lined gives at most none EUR a person and 700.00 EUR in all within 24 hours.'],
      { ok: true, program_id: 'lined', currency: 'EUR', person: null, day: 700 },
    ])
    expect(await limits({})).toMatchObject({ ok: false, lines: ['--person or --day is required.'] })
  })

  it('shows before and after in a preview, which changes nothing', async () => {
    await make('tried', 'Tried')
    await run(programmesFund, ['tried', '10'], euros)
    const preview = async (flags: readonly string[] = []) =>
      (await run(programmesFund, ['tried', '4'], euros, ['preview', ...flags])).lines
    const end = 'Nothing was changed.'
    expect(await preview()).toEqual([
      ...['Paid in: 4.00 EUR', 'Balance: 10.00 EUR, then 14.00 EUR', end],
    ])
    expect(await preview(['return'])).toEqual([
      ...['Returned: 4.00 EUR', 'Balance: 10.00 EUR, then 6.00 EUR', end],
    ])
    const line = await run(programmesLine, ['tried', '5'], euros, ['preview'])
    expect(line).toMatchObject({ ok: true, json: { preview: true, needs_approval: false } })
  })

  it('without terminals says that none was revoked', async () => {
    await make('lonely', 'Lonely')
    expect(await run(programmesClose, ['lonely'])).toMatchObject({
      lines: ['lonely is closed; 0 of its terminals were revoked.'],
      json: { ok: true, program_id: 'lonely', terminals: [] },
    })
  })

  it('has a statement as rows, but no file of rows, nor a language of lines', async () => {
    await make('rows', 'Rows')
    await run(programmesFund, ['rows', '3'], euros)
    const month = new Date(test.services.clock()).toISOString().slice(0, 7)
    const shown = async (options: Readonly<Record<string, string>>, ...flags: string[]) => {
      const { ok, lines } = await run(programmesStatement, ['rows', month], options, flags)
      return [ok, lines.length, lines[0]]
    }
    const [isShown, count] = await shown({}, 'csv')
    expect([isShown, Number(count) > 1]).toEqual([true, true])
    const pdf = '/nowhere/rows.pdf'
    expect(await shown({ pdf }, 'csv')).toEqual([false, 1, '--csv is a form of its own.'])
    const languages = /^--lang is the language of --pdf: en, .+\.$/
    for (const options of [{ lang: 'de' }, { lang: 'xx', pdf }]) {
      expect(await shown(options)).toEqual([false, 1, expect.stringMatching(languages)])
    }
  })

  it('has terminals, whose secrets are shown once, until it is closed', async () => {
    const name = { name: 'Green Bank', program: 'green' }
    const made = await run(partnersCreate, [], name)
    const { terminal_id: first, secret } = made.json as Record<string, string>
    expect(made.lines).toEqual([
      'Green Bank may fund wallets from the new programme green.',
      'It gives nothing before `programmes fund` or `programmes line`.',
    ])
    const secretLines = [
      ...[`Terminal ${first}`, `Secret ${secret}`],
      'Hand the secret over now: it is not shown again.',
    ]
    expect(made.secretLines).toEqual(secretLines)
    expect(made.json).toEqual({ terminal_id: first, secret, program_id: 'green' })
    const again = await run(partnersCreate, [], name)
    expect(again.lines).toEqual(['Green Bank may fund wallets from the programme green.'])
    const { terminal_id: second = '' } = again.json as Record<string, string>
    const rotated = await run(partnersRotate, [second])
    const json = rotated.json as Record<string, string>
    expect(rotated.lines).toEqual([`${second} signs until ${json.former_until}.`])
    expect(rotated.secretLines).toContain(`Terminal ${json.terminal_id}`)
    expect(json).toMatchObject({ former_terminal_id: second, program_id: 'green' })
    expect(await run(partnersRevoke, [first ?? ''])).toMatchObject({
      lines: [`${first} signs nothing from now on.`],
      json: { ok: true, terminal_id: first },
    })
    const closed = await run(programmesClose, ['green'])
    const { terminals } = closed.json as { readonly terminals: readonly string[] }
    expect([...terminals].sort()).toEqual([second, json.terminal_id].sort())
    expect(closed.lines).toEqual(['green is closed; 2 of its terminals were revoked.'])
  })
})

describe('a wallet', () => {
  it('says what a credit and its reversal leave, and its programme has them in its statement', async () => {
    const person = await new Person(test.url).signIn()
    await make('goods', 'Goods')
    await run(programmesFund, ['goods', '30'], euros)
    const credit = (amount: string, more: Readonly<Record<string, string>> = {}) =>
      run(walletCredit, [], { phone: person.phone, amount, program: 'goods', ...euros, ...more })
    const tried = { phone: person.phone, amount: '3', program: 'goods', ...euros }
    expect((await run(walletCredit, [], tried, ['preview'])).lines).toEqual([
      ...['Credit: 3.00 EUR', 'Programme: goods', 'The wallet can spend then: 3.00 EUR'],
      'Nothing was changed.',
    ])
    const first = await credit('2.50')
    const { id, balance } = first.json as { readonly id: string; readonly balance: number }
    expect([first.lines, balance]).toEqual([
      [`Credited 2.50 EUR as ${id}; the wallet can spend 2.5 now.`],
      2.5,
    ])
    const second = await credit('4', { source: 'An apology' })
    expect(second.lines).toEqual([
      expect.stringMatching(/^Credited 4 EUR as \S+; the wallet can spend 6.5 now.$/),
    ])
    const { body } = await person.get('/api/wallet/transactions')
    const shownEntries = body.map(({ amount, source }: Record<string, unknown>) => [amount, source])
    expect(shownEntries).toEqual([
      [4, 'An apology'],
      [2.5, 'Carbon Passport'],
    ])
    expect((await run(walletDebit, [id], {}, ['preview'])).lines).toEqual([
      ...['Programme that gets it back: goods', 'The wallet can spend then: 4.00 EUR'],
      'Nothing was changed.',
    ])
    const taken = await run(walletDebit, [id])
    expect(taken.lines).toEqual(['Taken back; the wallet can spend 4 EUR now.'])
    expect(taken.json).toMatchObject({ ok: true, balance: 4, currency: 'EUR', program_id: 'goods' })
    const month = new Date(test.services.clock()).toISOString().slice(0, 7)
    const shown = await run(programmesStatement, ['goods', month])
    const [heading, ...rows] = shown.lines.map((line) => String(line).replaceAll(/ {2,}/g, '  '))
    expect(heading).toMatch(
      new RegExp(
        `^goods {2}Goods {2}${month}-01 to ${month}-\\d\\d, days in UTC, a month that is not over$`,
      ),
    )
    expect(rows).toEqual([
      ...['EUR money of the programme', '  opening  0.00', '  paid in  30.00'],
      ...['  paid out  0.00', '  credited  -6.50', '  taken back  2.50', '  so far  26.00'],
      ...['EUR in wallets', '  opening  0.00', '  credited  6.50', '  spent  0.00'],
      ...['  refunded  0.00', '  taken back  -2.50', '  so far  4.00'],
    ])
    expect(shown.json).toMatchObject({ program_id: 'goods', name: 'Goods', month, is_over: false })
    expect(await run(programmesStatement, ['none', month])).toMatchObject({ ok: false })
  })
})

describe('a number', () => {
  it('says that it is blocked, not blocked, set back or signed out', async () => {
    const { phone, id } = await new Person(test.url).signIn()
    const about = { ok: true, about: id }
    expect(await run(peopleBlock, [phone])).toMatchObject({
      lines: ['Blocked: the number gets the answers of one that asked too often.'],
      json: about,
    })
    expect((await run(limitsClear, [phone])).lines).toEqual([
      expect.stringMatching(
        /^Set back; but the number is still blocked, since \d{4}-.*Z: people unblock\.$/,
      ),
    ])
    expect(await run(peopleUnblock, [phone])).toMatchObject({ lines: ['Unblocked.'], json: about })
    expect(await run(peopleUnblock, [phone])).toMatchObject({
      ...{ ok: false, lines: ['The number is not blocked.'] },
      json: { code: 'not_blocked' },
    })
    expect((await run(limitsClear, [phone])).lines).toEqual([
      'The number may ask for a code now. One that was sent before is good no more.',
    ])
    const person = await new Person(test.url, phone).signIn()
    expect((await run(sessionsEnd, [phone], {}, ['preview'])).lines).toEqual([
      ...['Open sessions: 1, then 0', 'Nothing was changed.'],
    ])
    expect(await run(sessionsEnd, [phone])).toMatchObject({
      lines: ['Signed out everywhere.'],
      json: about,
    })
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })

  it('of each person is signed out at once, without a preview, with the count of sessions', async () => {
    await run(sessionsEnd, [], {}, ['all'])
    const people = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
    expect(await run(sessionsEnd, [], {}, ['all', 'preview'])).toMatchObject({
      ...{ ok: false, lines: ['--preview shows one person: leave --all out.'] },
    })
    expect((await people[0]?.get('/api/auth/me'))?.status).toBe(200)
    expect(await run(sessionsEnd, [], {}, ['all'])).toMatchObject({
      lines: ['Ended 2 sessions with their signing keys: everybody signs in again.'],
      json: { ok: true, ended: 2 },
    })
  })

  it('of an erased person leads to no passport', async () => {
    const { phone, id } = await new Person(test.url).signIn()
    expect(await run(peopleErase, [phone])).toMatchObject({
      ...{ lines: [`${id} leads to nobody any more.`], json: { ok: true, passport: id } },
    })
    expect(await run(peopleErase, [phone])).toMatchObject({ ok: false })
  })
})

describe('a batch', () => {
  it('says what is left, reserved and sold, off sale and on sale again', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(batch, 50)
    const open = await buyer.reserve(cardOrder(batch, 30, await buyer.cardToken()))
    expect(open.status).toBe(200)
    const stock = '920 kg are left, 30 kg reserved, 50 kg sold.'
    const json = { available_kg: 920, held_kg: 30, sold_kg: 50, serial_number: batch.serial }
    const change = (command: Command) => run(command, [batch.serial])
    for (const [command, words, offer] of [
      [batchesWithdraw, 'off sale', 'withdrawn'],
      [batchesOffer, 'for sale', 'offered'],
    ] as const) {
      expect(await change(command)).toMatchObject({
        ...{ ok: true, lines: [`${batch.serial} is ${words} now.`, stock] },
        json: { ok: true, ...json, offer, changed: true },
      })
      expect(await change(command)).toMatchObject({
        lines: [`${batch.serial} is ${words} already: nothing was changed.`, stock],
        json: { ok: true, ...json, offer, changed: false },
      })
    }
  })

  it('on sale of a project in no list says that it cannot be bought, off sale does not', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1_000 })
    await db.run(unlist, [batch.projectId])
    const stock = '1000 kg are left, 0 kg reserved, 0 kg sold.'
    const project = `TST ${batch.serial}`
    expect((await run(batchesWithdraw, [batch.serial])).lines).toEqual([
      ...[`${batch.serial} is off sale now.`, stock],
    ])
    expect((await run(batchesOffer, [batch.serial])).lines).toEqual([
      ...[`${batch.serial} is for sale now.`, stock],
      `Nobody can buy it: ${project} is in no list (Suspended).`,
    ])
  })

  it('says what it cost, of which what was sold, and its new price', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const cost = async (amount: string) => run(batchesCost, [batch.serial, amount], euros)
    const first = await cost('520')
    expect(first.lines).toEqual([
      `${batch.serial} cost 520.00 EUR: 0.00 EUR cost of sales, 0.00 EUR written off, 520.00 EUR stock.`,
    ])
    expect(first.json).toEqual({
      ...{ ok: true, serial_number: batch.serial, currency: 'EUR', amount: 520 },
      ...{ previous: null, cost_of_sales: 0, write_offs: 0, stock: 520 },
    })
    expect((await cost('600')).json).toMatchObject({ amount: 600, previous: 520 })
    const price = async (to: string) => run(batchesPrice, [batch.serial, to])
    const changed = await price('0.021')
    expect(changed.json).toMatchObject({
      ok: true,
      changed: true,
      currency: 'GBP',
      price_per_kg: 0.021,
    })
    expect((await price('0.021')).lines).toEqual([
      `${batch.serial} is at 0.021 GBP already: nothing was changed.`,
    ])
  })
})
