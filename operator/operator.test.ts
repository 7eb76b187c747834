// Tests the operator's command line as a program: its output, on which stream, and its exit code.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClosedOutput, runProgram } from '#operator/run-program.ts'
import { Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { dailyFile, startRatesServer } from '#tests/support/servers/rates-server.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp } from '#tests/support/test-app.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-operator-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]) => runOn(database.url, ...args)
const runOn = (databaseUrl: string, ...args: readonly string[]) =>
  runOperator({ DATABASE_URL: databaseUrl }, args)

const creditOf = (phone: string) =>
  ['wallet', 'credit', '--phone', phone, '--by', 'ada', '--reason', 'a late answer'] as const

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not there')
  return value
}

async function fileOf(name: string, text: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const amountFault = '--amount: Write an amount with at most 2 decimals, such as 50 or 50.00.'

const batchHeader =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
  'price_per_kg,currency'

describe('the operator', () => {
  it('lists the commands when there is no such one', async () => {
    const { code, stdout, stderr } = await run('make', 'coffee')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('demo seed')
  })

  it('ends quietly when its output is closed', async () => {
    const written: string[] = []
    const call = (...args: readonly string[]) =>
      runProgram(
        args,
        {},
        {
          out: () => {
            throw new ClosedOutput()
          },
          err: (line) => void written.push(line),
        },
      )
    expect([await call('partners', '--help'), written]).toEqual([141, []])
    expect(await call('make', 'coffee', '--json'), 'a mistake in the call stays one').toBe(2)
    expect(written[0]).toContain('make')
    written.length = 0
    const program = spawn(process.execPath, ['operator/operator.ts', '--help'])
    program.stdout.destroy()
    program.stderr.on('data', (chunk: Buffer) => void written.push(chunk.toString()))
    const [exit] = await once(program, 'close')
    expect([exit, written]).toEqual([0, []])
  })

  it('shows how a command is called', async () => {
    const { code, stderr } = await run('projects', 'import')
    expect(code).toBe(2)
    expect(stderr).toContain('projects import FILE|URL')
    expect((await run('demo', 'seed', '--quickly')).code).toBe(2)
  })

  it('seeds the demonstration once, with JSON alone on stdout', async () => {
    const first = await run('demo', 'seed', '--json')
    expect(first.code).toBe(0)
    expect(JSON.parse(first.stdout)).toEqual({ projects: 433, batches: 398 })
    const second = await run('demo', 'seed')
    expect(second.stdout).toBe('There are projects already: nothing was changed.\n')
  })

  it('finds that the ledger of the demonstration adds up', async () => {
    const { code, stdout } = await run('ledger', 'check', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, faults: [] })
  })

  it('stores the published rates, and finds them stored', async () => {
    const first = await run('rates', 'refresh', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({ as_of: '2026-04-13', changed: 30 })
    const second = await run('rates', 'refresh', '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ changed: 0 })
  })

  it('imports batches of known projects, and names the line of a bad one', async () => {
    const good = 'GS,GS735,2025,GS1-1-TR-GS735-1-2025-9-1-3,3,,0.03,EUR'
    const file = await fileOf('good.csv', `${batchHeader}\n${good}\n`)
    const imported = await run('batches', 'import', file, '--json')
    expect(JSON.parse(imported.stdout)).toEqual({ ok: true, added: 1, changed: 0, unchanged: 0 })

    const bad = await fileOf('bad.csv', `${batchHeader}\n${good}\n${good.replace('0.03', '')}\n`)
    const refused = await run('batches', 'import', bad, '--json')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, faults: [{ line: 3 }] })
    expect(refused.stderr).toContain('bad.csv, line 3')
    expect(refused.stderr).toContain('Nothing was imported.')
  })

  it('sets the featured projects of a country, and leaves the others as they are', async () => {
    const header = 'country,registry,external_id,preferred_serial_number'
    const file = await fileOf('featured.csv', `${header}\nNL,GS,GS735,\n`)
    const set = await run('featured', 'set', file)
    expect(set.stdout).toBe('Imported featured: 1 changed, 0 unchanged.\n')
    const bad = await fileOf('nobody.csv', `${header}\nNL,GS,GS735,\nNL,GS,GS0,\n`)
    const refused = await run('featured', 'set', bad)
    expect(refused.stdout).toBe(
      'nobody.csv, line 3: there is no project GS GS0\nNothing was imported.\n',
    )
  })

  it('imports all pages of Gold Standard’s API, each project once', async () => {
    const entries = Array.from({ length: 310 }, (_, index) => ({
      id: String(index + 1),
      name: `Project ${index}`,
      status: 'LISTED',
      type: 'Wind',
      sustaincert_id: 900_000 + index,
      country: 'Kenya',
      country_code: 'KE',
      sustainable_development_goals: [{ name: 'Goal 13: Climate Action' }],
    }))
    const sizes: number[] = []
    const registry = createServer(({ url = '' }, response) => {
      const asked = new URL(url, 'http://localhost').searchParams
      const size = Math.min(150, Number(asked.get('size') ?? 25))
      const from = (Number(asked.get('page') ?? 1) - 1) * size
      sizes.push(size)
      response.setHeader('x-total-count', entries.length)
      response.end(JSON.stringify(entries.slice(from, from + size)))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const address = registry.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const from = `http://127.0.0.1:${port}/projects?query=`
    const first = await run('projects', 'import', from, '--json')
    expect(JSON.parse(first.stdout)).toEqual({
      ok: true,
      added: 310,
      changed: 0,
      unchanged: 0,
      skipped: 0,
    })
    expect(sizes).toEqual([25, 150, 150, 150])
    expect(first.stderr).toContain('Fetched 300 of 310 entries.')
    const second = await run('projects', 'import', from, '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ added: 0, changed: 0, unchanged: 310 })

    entries[300] = { ...found(entries[300]), status: 'PAUSED' }
    const paused = await run('projects', 'import', from)
    expect(paused).toMatchObject({ code: 0, stdout: expect.stringContaining('PAUSED') })

    entries[300] = { ...found(entries[300]), name: '' }
    const bad = await run('projects', 'import', from)
    expect(bad.code).toBe(1)
    expect(bad.stdout).toMatch(/page=3&size=150, line 1: entry 1: name/)
    registry.close()
  })

  it('imports lists from https addresses only, except on this machine', async () => {
    const { code, stderr } = await run('projects', 'import', 'http://registry.example/projects')
    expect(code).toBe(1)
    expect(stderr).toContain('is no https address')
  })

  it('names the bank’s rates that jumped, and takes them after a confirmation', async () => {
    const bank = await startRatesServer()
    const rates = { USD: '1.1700', GBP: '0.87100', TRY: '60.0000' }
    bank.say({ body: dailyFile('2026-04-14', rates) })
    const ecb = { DATABASE_URL: database.url, RATES_PROVIDER: 'ecb', RATES_URL: bank.url }
    const refused = await runOperator(ecb, ['rates', 'refresh', '--json'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('--accept-jump')
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      as_of: '2026-04-14',
      refused: ['TRY went from 52.2478 to 60.0000 for a euro.'],
    })
    const taken = await runOperator(ecb, ['rates', 'refresh', '--accept-jump', '--json'])
    expect(JSON.parse(taken.stdout)).toMatchObject({ as_of: '2026-04-14', changed: 4 })
    bank.close()
  })

  it('fails on a missing file', async () => {
    const { code, stdout } = await run('featured', 'set', join(folder, 'none.csv'), '--json')
    expect(code).toBe(1)
    const error = `There is no file ${join(folder, 'none.csv')}.`
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error })
  })

  it.each([
    ['projects', 'import'],
    ['batches', 'import'],
    ['featured', 'set'],
  ])('%s %s fails on a folder, an empty file and one without its columns', async (...command) => {
    expect((await run(...command, folder)).stderr).toBe(`${folder} is a folder, not a file.\n`)
    const empty = await run(...command, await fileOf('empty.csv', ''))
    expect(empty.code).toBe(1)
    expect(empty.stdout).toBe('empty.csv, line 1: the file is empty\nNothing was imported.\n')
    const other = await run(...command, await fileOf('other.csv', 'a,b\n1,2\n3,4\n'))
    expect(other.stdout).toMatch(/^other\.csv, line 1: the header has no columns .*\nNothing .*\n$/)
  })

  it('keeps the stored names where a file is in Latin-1', async () => {
    const row = 'GS,GS735,2025,GS1-1-TR-GS735-1-2025-9-7-9,3,6/30/2025 7:43:26 PM,0.03,EUR,Forêt'
    const text = `${batchHeader},name\n${row}\n`
    const first = await run('batches', 'import', await fileOf('utf8.csv', text), '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({ added: 1 })
    const path = await fileOf('latin1.csv', Buffer.from(text, 'latin1'))
    const refused = await run('batches', 'import', path)
    expect(refused.stdout).toMatch(/^latin1\.csv, line 2: byte \d+ of the file, EA in hexadecimal/)
    const again = await run('batches', 'import', join(folder, 'utf8.csv'), '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, unchanged: 1 })
  })

  it('is not redirected by an address to a server inside of the network', async () => {
    const calls: string[] = []
    const hidden = createServer(({ url = '' }, response) => {
      calls.push(url)
      response.end('secret')
    }).listen(0, '127.0.0.1')
    await once(hidden, 'listening')
    const address = hidden.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const location = `http://localhost:${port}/secret`
    const registry = createServer((_, response) =>
      response.writeHead(302, { location }).end(),
    ).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const named = registry.address()
    const namedPort = typeof named === 'object' ? named?.port : undefined
    for (const kind of ['projects', 'batches']) {
      const from = `http://127.0.0.1:${namedPort}/list`
      const { code, stderr } = await run(kind, 'import', from)
      expect(code).toBe(1)
      expect(stderr).toContain(`sends us on to ${location}, which is not https`)
    }
    expect(calls).toEqual([])
    hidden.close()
    registry.close()
  })
})

describe('the operator of partner programmes', () => {
  it('makes a terminal and prints exactly its id, secret and programme', async () => {
    const made = await run(
      'partners',
      'create',
      '--name',
      'Green Bank',
      '--program',
      'green',
      '--json',
    )
    expect(made.code).toBe(0)
    const terminal = JSON.parse(made.stdout)
    expect(Object.keys(terminal).sort()).toEqual(['program_id', 'secret', 'terminal_id'])
    expect(terminal.program_id).toBe('green')
    expect(Buffer.from(terminal.secret, 'base64url')).toHaveLength(32)
    expect(made.stderr).toContain('Green Bank may fund wallets')
    expect(made.stderr, 'the secret is printed once').not.toContain(terminal.secret)

    const successor = await run('partners', 'rotate', terminal.terminal_id, '--json')
    const rotated = JSON.parse(successor.stdout)
    expect(successor.stderr).not.toContain(rotated.secret)
    expect(rotated).toMatchObject({ program_id: 'green', former_terminal_id: terminal.terminal_id })
    expect(rotated.secret).not.toBe(terminal.secret)
    expect((await run('partners', 'rotate', terminal.terminal_id)).code).toBe(1)
    const revoked = await run('partners', 'revoke', rotated.terminal_id, '--json')
    expect(JSON.parse(revoked.stdout)).toEqual({ ok: true, terminal_id: rotated.terminal_id })
    expect((await run('partners', 'revoke', 'partner_none', '--json')).code).toBe(1)
  })

  it('funds a wallet while the server runs, by hand and through a partner', async () => {
    const test = await startTestApp({ WELCOME_CREDIT: '0' })
    const url = test.databaseUrl
    const owner = await new Person(test.url).signIn()
    const create = ['partners', 'create', '--name', 'Green Bank', '--program', 'green']
    const made = JSON.parse((await runOn(url, ...create, '--json')).stdout)
    const { terminal_id: terminalId, secret, program_id: programmeId } = made
    const bank = new Partner(test.url, { terminalId, secret, programmeId })
    const { balances } = (await bank.get('/api/partner/balance')).body
    expect(balances).toContainEqual(expect.objectContaining({ currency: 'GBP', available: 0 }))
    expect((await bank.credit(owner.phone, 5)).body.code).toBe('programme_empty')
    const signed = ['--by', 'ada', '--reason', 'contract']
    await runOn(url, 'programmes', 'line', 'green', '10', '--currency', 'GBP', ...signed)
    expect((await bank.credit(owner.phone, 5)).body.balance).toBe(5)
    const money = ['--amount', '2.50', '--currency', 'GBP', '--source', 'Sorry for the wait']
    const credit = [...creditOf(owner.phone), '--program', 'green', ...money]
    const credited = JSON.parse((await runOn(url, ...credit, '--json')).stdout)
    expect(credited).toEqual({ id: expect.any(String), balance: 7.5 })
    const [line] = (await owner.get('/api/wallet/transactions')).body
    expect(line).toMatchObject({ id: credited.id, amount: 2.5, source: 'Sorry for the wait' })
    const unsaid = money.slice(0, 4)
    await runOn(url, ...creditOf(owner.phone), '--program', 'green', ...unsaid)
    const [newest] = (await owner.get('/api/wallet/transactions')).body
    expect(newest).toMatchObject({ amount: 2.5, source: 'Carbon Passport' })
    await runOn(url, 'partners', 'revoke', terminalId)
    expect((await bank.credit(owner.phone, 5)).status).toBe(401)
    expect((await runOn(url, 'ledger', 'check')).code).toBe(0)
    await test.close()
  })

  it.each([
    [['--program', 'green']],
    [['--name', 'Green Bank', '--program', 'Green Bank']],
    [['--name', 'x'.repeat(121), '--program', 'green']],
    [['--name', 'Green Bank', '--program', '-green']],
  ])('ends with a sentence about %j', async (args) => {
    const { code, stdout } = await run('partners', 'create', ...args, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: expect.stringMatching(/^--/) })
  })

  it.each([
    ['1.50', 'GBP', 'green', 'There is no passport for this number.', 1],
    ['1.50', 'GBP', 'blue', 'There is no such programme.', 1],
    ['1.505', 'GBP', 'green', amountFault, 2],
    ['0x10', 'GBP', 'green', amountFault, 2],
    ['10000.01', 'GBP', 'green', 'An amount is at most 10000.', 2],
    ['1.50', 'XYZ', 'green', '--currency: A currency is EUR, GBP, TRY or USD.', 2],
  ])('credits no money for %s %s of %s: %s', async (amount, currency, program, error, exit) => {
    const rest = ['--amount', amount, '--currency', currency, '--program', program]
    const { code, stdout } = await run(...creditOf('+447400999999'), ...rest, '--json')
    expect(code).toBe(exit)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error })
  })
})
