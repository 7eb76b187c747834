// The partner programs of /api/docs are run as they stand there, against the real server.
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath, programs } from '#features/partners/call-guide.ts'
import { escapeHtml } from '#platform/http/html-page.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { newPartner } from '#tests/support/partner.ts'
import { newPhone, Person } from '#tests/support/person.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => test.close())

/** How each file is run, and the tools that it needs on the machine. */
const runners = {
  'credit-wallet.ts': { command: process.execPath, tools: [process.execPath] },
  'credit-wallet.py': { command: 'python3', tools: ['python3'] },
  'credit-wallet.sh': { command: 'sh', tools: ['sh', 'curl', 'openssl'] },
} as const

function missingTools(tools: readonly string[]): string[] {
  return tools.filter((tool) => {
    const args = tool === 'sh' ? ['-c', 'true'] : tool === 'openssl' ? ['version'] : ['--version']
    return spawnSync(tool, args).status !== 0
  })
}

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

function run(command: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((done) => {
    const options = { env: { ...process.env, ...env } }
    const child = execFile(command, args, options, (_, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })
}

describe.each(programs)('the program in $title', ({ file }) => {
  const { command, tools } = runners[file]
  const missing = missingTools(tools)
  if (missing.length > 0)
    console.warn(`NOT RUN, ${file}: this machine has no ${missing.join(', ')}`)

  it.skipIf(missing.length > 0)('credits a wallet, and a repeat credits nothing more', async () => {
    const owner = await new Person(test.url).signIn()
    const { terminal } = await newPartner(test.services, test.url)
    const args = [programPath(file), owner.phone, '5.25', 'GBP', 'Green Bank']
    const env = {
      CARBON_PASSPORT_URL: test.url,
      TERMINAL_ID: terminal.terminalId,
      TERMINAL_SECRET: terminal.secret,
      IDEMPOTENCY_KEY: randomUUID(),
    }
    const first = await run(command, args, env)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout)).toEqual({ id: expect.any(String), balance: 5.25 })
    const again = await run(command, args, env)
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(first.stdout))
    const [line] = (await owner.get('/api/wallet/transactions')).body
    expect(line).toMatchObject({ type: 'credit', amount: 5.25, source: 'Green Bank' })
    expect((await owner.get('/api/wallet/me')).body.totalInUserCurrency).toBe(5.25)

    const stranger = [programPath(file), newPhone(), '5.25', 'GBP', 'Green Bank']
    const refused = await run(command, stranger, { ...env, IDEMPOTENCY_KEY: randomUUID() })
    expect(refused.code).not.toBe(0)
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: 'unknown_number' })
  })

  it('stands on the page of the API', async () => {
    const { body } = await new Person(test.url).get('/api/docs')
    expect(body).toContain(escapeHtml(readFileSync(programPath(file), 'utf8')))
  })
})

it('the example to check with is signed as it says', async () => {
  const { body } = await new Person(test.url).get('/api/docs')
  expect(body).toMatch(/X-Signature\nv1=[0-9a-f]{64}\n?</)
})
