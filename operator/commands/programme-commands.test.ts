// Tests that the money of programmes is paid in or allowed by a credit line, and never created.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { codeOf, Partner, spendable } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { ownProgrammes } from '#values/lists/own-programmes.ts'

const postingsOf = statement(
  'test-postings-of-programme',
  { source: 'text', destination: 'text', currency: 'bpchar', amount_minor: 'int8' },
  `select source, destination, currency, amount_minor from money_postings
   where $1 in (source, destination) order by id`,
)
const auditOf = statement(
  'test-audit-of-programme',
  {
    ...{ command: 'text', about: 'text[]', for_name: 'text?', reason: 'text?' },
    ...{ outcome: 'text', amount_minor: 'int8?', currency: 'bpchar?' },
  },
  `select command, about, for_name, reason, outcome, amount_minor, currency from audit_trail
   where about @> array[$1] order by id`,
)
const insertProgramme = statement(
  'test-own-programme',
  {},
  `with made as (insert into programmes (id, name) values ($1, 'Rewards') returning id)
   insert into partner_terminals (id, programme_id, holder_name) select 'partner_x', id, 'X' from made`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => closeWithBooks(test))

const why = ['--by', 'ada', '--reason', 'contract of May']
const pounds = ['--currency', 'GBP']

async function run(...args: readonly string[]) {
  const { code, stdout } = await runOperator({ DATABASE_URL: test.databaseUrl }, [
    ...args,
    '--json',
  ])
  return { exit: code, ...JSON.parse(stdout) }
}

async function listed(id: string) {
  const { programmes } = await run('programmes', 'list')
  return programmes.find(({ program_id }: { program_id: string }) => program_id === id)
}

async function inPounds(id: string) {
  const { balances } = await listed(id)
  return balances.find(({ currency }: { currency: string }) => currency === 'GBP')
}

async function partnerOf(id: string): Promise<Partner> {
  const made = await run('partners', 'create', '--name', 'Green Bank', '--program', id)
  const { terminal_id: terminalId, secret, program_id: programmeId } = made
  return new Partner(test.url, { terminalId, secret, programmeId })
}

describe('a programme', () => {
  it('is made with limits in its currency, and gives no money before it is funded', async () => {
    const made = await run(
      'programmes',
      'create',
      'wind',
      '--name',
      ' Wind Bank ',
      '--currency',
      'EUR',
    )
    expect(made).toEqual({ exit: 0, ok: true, id: 'wind', name: 'Wind Bank', currency: 'EUR' })
    expect(await listed('wind')).toMatchObject({
      name: 'Wind Bank',
      closed_at: null,
      limits: { currency: 'EUR', person: 50, day: 1_000, given_in_24_hours: 0 },
    })
    for (const balance of (await listed('wind')).balances) {
      expect(balance).toMatchObject({ balance: 0, credit_line: 0, available: 0 })
    }
    const again = await run('programmes', 'create', 'wind', '--name', 'Other', '--currency', 'EUR')
    expect(again).toMatchObject({ exit: 1, code: 'programme_exists' })
    const owner = await new Person(test.url).signIn()
    const given = ['--phone', owner.phone, '--amount', '0.01', ...pounds, '--program', 'wind']
    expect(await run('wallet', 'credit', ...given, ...why)).toMatchObject({
      exit: 1,
      code: 'programme_empty',
    })
  })

  it('has a name that no other one has, in any case or script', async () => {
    const create = (id: string, name: string) =>
      run('programmes', 'create', id, '--name', name, '--currency', 'EUR')
    expect(await create('beta', 'Beta Cycle')).toMatchObject({ exit: 0 })
    for (const name of ['Beta Cycle', 'beta cycle', 'BETA  CYCLE', 'Веtа Сусlе', 'Béta-Cycle']) {
      expect(await create('gamma', name), name).toMatchObject({
        exit: 1,
        code: 'programme_exists',
        error: expect.stringContaining('The programme beta has that name'),
      })
    }
    expect(await listed('gamma')).toBeUndefined()
    expect(
      await run('partners', 'create', '--name', 'BETA CYCLE', '--program', 'gamma'),
    ).toMatchObject({ exit: 0 })
    expect((await listed('gamma')).name).toBe('BETA CYCLE (gamma)')
  })

  it('of a partner is made in the currency of SELLER_CURRENCY, and keeps it', async () => {
    const settings = { DATABASE_URL: test.databaseUrl, SELLER_CURRENCY: 'TRY' }
    const create = ['partners', 'create', '--name', 'Anatolia', '--program', 'anatolia']
    expect((await runOperator(settings, create)).stdout).toContain('It gives nothing before')
    expect((await listed('anatolia')).limits).toMatchObject({ currency: 'TRY', person: 50 })
    expect(
      (await runOperator({ ...settings, SELLER_CURRENCY: 'USD' }, create)).stdout,
    ).not.toContain('It gives nothing before')
    expect((await listed('anatolia')).limits.currency).toBe('TRY')
  })

  it.each([
    ['Wind', '--name', 'Wind', '--currency', 'EUR'],
    ['-wind', '--name', 'Wind', '--currency', 'EUR'],
    ['wind:x', '--name', 'Wind', '--currency', 'EUR'],
    ['w'.repeat(64), '--name', 'Wind', '--currency', 'EUR'],
    ['breeze', '--currency', 'EUR'],
    ['breeze', '--name', 'Wind\u0007', '--currency', 'EUR'],
    ['breeze', '--name', 'Wind\u200b', '--currency', 'EUR'],
    ['breeze', '--name', 'Wind'],
    ['breeze', '--name', 'Wind', '--currency', 'JPY'],
    ['breeze', '--name', 'Wind', '--currency', 'eur'],
  ])('is not made of %s', async (...words) => {
    const refused = await run('programmes', 'create', ...words)
    expect(refused).toMatchObject({ ok: false, error: expect.any(String) })
    expect(refused.exit).toBeGreaterThan(0)
    expect(await listed('breeze')).toBeUndefined()
  })
})

describe('the funds of a programme', () => {
  it('equal the money paid in, are spent to the last penny, and return to the bank', async () => {
    const bank = await partnerOf('sun')
    const owner = await new Person(test.url).signIn()
    const funded = await run('programmes', 'fund', 'sun', '20.00', ...pounds, ...why)
    expect(funded).toMatchObject({ exit: 0, amount: 20, balance: 20, returned: false })
    expect((await bank.get('/api/partner/balance')).body.balances).toContainEqual({
      ...{ currency: 'GBP', balance: 20, funds: 20, credit_line: 0, available: 20 },
    })
    expect((await bank.credit(owner.phone, 12.5)).status).toBe(201)
    expect(codeOf(await bank.credit(owner.phone, 7.51))).toEqual([409, 'programme_empty'])
    expect(codeOf(await bank.credit(owner.phone, 1, 'EUR'))).toEqual([409, 'programme_empty'])

    const fund = ['programmes', 'fund', 'sun'] as const
    const tooMuch = await run(...fund, '7.51', ...pounds, '--return', ...why)
    expect(tooMuch).toMatchObject({ exit: 1, code: 'too_little_funds' })
    expect(tooMuch.error).toContain('7.50 GBP')
    const back = await run(...fund, '7.50', ...pounds, '--return', ...why)
    expect(back).toMatchObject({ exit: 0, balance: 0, returned: true })
    expect(await run(...fund, '0.01', ...pounds, '--return', ...why)).toMatchObject({ exit: 1 })

    const account = 'programme:sun'
    expect(await test.services.db.run(postingsOf, [account])).toEqual([
      { source: 'bank', destination: account, currency: 'GBP', amount_minor: 2_000 },
      {
        ...{ source: account, destination: `wallet:${owner.id}:sun` },
        ...{ currency: 'GBP', amount_minor: 1_250 },
      },
      { source: account, destination: 'bank', currency: 'GBP', amount_minor: 750 },
    ])
    const rows = await test.services.db.run(auditOf, [funded.id])
    expect(rows).toEqual([
      {
        ...{ command: 'programmes fund', for_name: 'ada', reason: 'contract of May' },
        ...{ about: ['sun', funded.id, 'paid in'], outcome: 'done' },
        ...{ amount_minor: 2_000, currency: 'GBP' },
      },
    ])
    const day = new Date().toISOString().slice(0, 10)
    const { postings } = await run('accounts', 'journal', '--from', day, '--to', day)
    expect(postings).toContainEqual(
      expect.objectContaining({
        ...{ source: 'bank', destination: account, amount: 20 },
        ...{ reason: 'paid in for a programme', note: 'contract of May' },
      }),
    )
    expect(await run('ledger', 'check')).toMatchObject({ exit: 0, ok: true })
  })

  it('are in the printed list, also of a programme without a line', async () => {
    await run('programmes', 'create', 'moon', '--name', 'Moon', ...pounds, ...why)
    await run('programmes', 'fund', 'moon', '20.00', ...pounds, ...why)
    const { stdout } = await runOperator({ DATABASE_URL: test.databaseUrl }, ['programmes', 'list'])
    const lines = stdout.split('\n')
    const [heading] = lines.keys().filter((index) => lines[index]?.startsWith('moon  '))
    expect(lines[(heading ?? lines.length) + 1]).toBe(
      '  GBP  funds 20.00  used 0.00  line 0.00  left 20.00',
    )
  })

  it('never include the line: a programme with a line has no money to return', async () => {
    await partnerOf('lined')
    await run('programmes', 'line', 'lined', '100', ...pounds, ...why)
    const back = ['programmes', 'fund', 'lined', '0.01', ...pounds, '--return', ...why]
    expect(await run(...back)).toMatchObject({ exit: 1, code: 'too_little_funds' })
    expect(await run('accounts', 'balances')).toMatchObject({ ok: true })
  })

  it.each([
    ['0'],
    ['0.00'],
    ['-1'],
    ['1.005'],
    ['1e3'],
    ['0x10'],
    ['1,000'],
    ['100000000000.01'],
    ['x'],
  ])('are not changed by %s', async (amount) => {
    for (const flags of [[], ['--return']]) {
      const call = ['programmes', 'fund', 'sun', amount, ...pounds, ...flags, ...why]
      expect(await run(...call)).toMatchObject({ exit: 2, ok: false })
    }
    expect(await inPounds('sun')).toMatchObject({ balance: 0 })
  })

  it('need a programme, a currency and a reason', async () => {
    expect(await run('programmes', 'fund', 'unknown', '1', ...pounds, ...why)).toMatchObject({
      exit: 1,
      code: 'unknown_programme',
    })
    expect(await run('programmes', 'fund', 'sun', '1', ...why)).toMatchObject({ exit: 2 })
    expect(await run('programmes', 'fund', 'sun', '1', ...pounds)).toMatchObject({
      error: '--reason TEXT is required.',
    })
  })
})

describe('the line of a programme', () => {
  it('lets it give the paid-in money and the line, and is never below the used amount', async () => {
    const bank = await partnerOf('line')
    const owner = await new Person(test.url).signIn()
    const line = (amount: string) => run('programmes', 'line', 'line', amount, ...pounds, ...why)
    expect(await line('10')).toMatchObject({ exit: 0, credit_line: 10 })
    await run('programmes', 'fund', 'line', '5', ...pounds, ...why)
    expect((await bank.credit(owner.phone, 15)).status).toBe(201)
    expect(codeOf(await bank.credit(owner.phone, 0.01))).toEqual([409, 'programme_empty'])
    expect(await inPounds('line')).toMatchObject({ used: 10, funds: 0, available: 0 })
    expect(await line('3')).toMatchObject({ exit: 0, credit_line: 10 })
    expect(await line('10.01')).toMatchObject({ credit_line: 10.01 })
    expect((await bank.credit(owner.phone, 0.01)).status).toBe(201)
    expect(await line('0')).toMatchObject({ credit_line: 10.01 })
    await run('programmes', 'fund', 'line', '100', ...pounds, ...why)
    expect(await line('0')).toMatchObject({ credit_line: 0 })
    expect(await inPounds('line')).toMatchObject({ balance: 89.99, available: 89.99 })
  })
})

describe('the limits of a programme', () => {
  it('are set one by one, hold for staff too, and are listed', async () => {
    const bank = await partnerOf('limits')
    const owner = await new Person(test.url).signIn()
    await run('programmes', 'line', 'limits', '10000', ...pounds, ...why)
    const byHand = (amount: string) =>
      run(
        'wallet',
        'credit',
        '--phone',
        owner.phone,
        '--amount',
        amount,
        ...pounds,
        '--program',
        'limits',
        ...why,
      )
    expect(await byHand('50.01')).toMatchObject({ exit: 1, code: 'programme_limit' })
    expect(await byHand('30')).toMatchObject({ exit: 0 })
    const refused = await bank.credit(owner.phone, 20.01)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'programme_limit',
        error: 'The programme gives a person at most 50.00 GBP in 24 hours.',
      },
    })
    expect(await run('programmes', 'limits', 'limits', '--person', '60')).toMatchObject({
      ...{ exit: 0, currency: 'GBP', person: 60, day: 1_000 },
    })
    expect((await bank.credit(owner.phone, 20.01)).status).toBe(201)
    expect(await run('programmes', 'limits', 'limits', '--day', '50.01')).toMatchObject({
      ...{ person: 60, day: 50.01 },
    })
    expect(await byHand('0.01')).toMatchObject({
      ...{ exit: 1, code: 'programme_limit' },
      error: 'The programme gives all people together at most 50.01 GBP in 24 hours.',
    })
    expect((await listed('limits')).limits).toMatchObject({ day: 50.01, given_in_24_hours: 50.01 })
    expect((await bank.get('/api/partner/balance')).body.limits).toEqual({
      ...{ currency: 'GBP', person: 60, day: 50.01, day_left: 0 },
    })
    for (const words of [[], ['--person', 'x'], ['--day', '-1'], ['--day', '1.001']]) {
      expect(await run('programmes', 'limits', 'limits', ...words)).toMatchObject({ ok: false })
    }
    expect((await listed('limits')).limits).toMatchObject({ person: 60, day: 50.01 })
  })
})

describe('a programme that is closed', () => {
  it('gives and signs no more, and wallets keep their money', async () => {
    const bank = await partnerOf('shut')
    const owner = await new Person(test.url).signIn()
    await run('programmes', 'fund', 'shut', '20', ...pounds, ...why)
    const { id } = (await bank.credit(owner.phone, 5)).body
    const closed = await run('programmes', 'close', 'shut', ...why)
    expect(closed).toMatchObject({ exit: 0, terminals: [bank.terminal.terminalId] })
    expect(codeOf(await bank.credit(owner.phone, 1))).toEqual([401, 'bad_signature'])
    expect(codeOf(await bank.get('/api/partner/balance'))).toEqual([401, 'bad_signature'])
    expect(await spendable(owner)).toBe(5)
    const given = ['--phone', owner.phone, '--amount', '1', ...pounds, '--program', 'shut']
    for (const call of [
      ['wallet', 'credit', ...given],
      ['programmes', 'fund', 'shut', '1', ...pounds],
      ['programmes', 'line', 'shut', '1', ...pounds],
      ['programmes', 'limits', 'shut', '--day', '1'],
      ['programmes', 'close', 'shut'],
      ['partners', 'create', '--name', 'Again', '--program', 'shut'],
    ]) {
      expect([call, await run(...call, ...why)]).toEqual([
        call,
        expect.objectContaining({ exit: 1, code: 'programme_closed' }),
      ])
    }
    expect(await run('partners', 'rotate', bank.terminal.terminalId)).toMatchObject({ exit: 1 })
    expect(await run('wallet', 'debit', id, ...why)).toMatchObject({ exit: 0, balance: 0 })
    const rest = ['programmes', 'fund', 'shut', '20', ...pounds, '--return', ...why]
    expect(await run(...rest)).toMatchObject({ exit: 0, balance: 0 })
    expect((await listed('shut')).closed_at).toEqual(expect.any(String))
  })
})

describe('the product’s own programmes', () => {
  it.each(ownProgrammes)('keep the name %s', async (own) => {
    for (const call of [
      ['programmes', 'create', own, '--name', 'Mine', ...pounds],
      ['partners', 'create', '--name', 'Mine', '--program', own],
      ['programmes', 'line', own, '1', ...pounds],
      ['programmes', 'fund', own, '1', ...pounds],
      ['programmes', 'close', own],
    ]) {
      expect([call, await run(...call, ...why)]).toEqual([
        call,
        expect.objectContaining({ exit: 1, code: 'reserved_programme' }),
      ])
    }
  })

  it.each([
    ['we1come', 'Mine'],
    ['ref-unds', 'Mine'],
    ['mine', 'Welcome'],
    ['mine', 'Rewаrds'],
    ['mine', 'Ｇoodwill'],
  ])('keep the name of %s, %s too', async (id, name) => {
    const own = expect.objectContaining({ exit: 1, code: 'reserved_programme' })
    expect(await run('programmes', 'create', id, '--name', name, ...pounds, ...why)).toEqual(own)
    expect(await run('partners', 'create', '--name', name, '--program', id, ...why)).toEqual(own)
  })

  it('sign no call, also by an existing terminal', async () => {
    await test.services.db.run(insertProgramme, ['rewards'])
    const secret = test.services.keys.partnerKey('partner_x').toString('base64url')
    const own = new Partner(test.url, { terminalId: 'partner_x', secret, programmeId: 'rewards' })
    expect(codeOf(await own.get('/api/partner/balance'))).toEqual([401, 'bad_signature'])
  })
})
