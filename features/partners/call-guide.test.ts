// Runs the partner programs of /api/docs against the real server, exactly as shown.
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath, programs } from '#features/partners/call-guide.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => test.close())

const nodes = [process.execPath, ...otherNodes()]

/** The command of each file, and the tools that it needs on the machine. */
const runners = {
  'credit-wallet.mjs': { commands: nodes, tools: [] },
  'credit-wallet.py': { commands: ['python3'], tools: ['python3'] },
  'credit-wallet.java': { commands: ['java'], tools: ['java'] },
  'credit-wallet.sh': { commands: ['sh'], tools: ['sh', 'curl', 'openssl'] },
} as const
const runs = programs.flatMap(({ title, file }) =>
  runners[file].commands.map((command) => ({ title, file, command, tools: runners[file].tools })),
)

/** Other Node versions of this machine within the product's range (`engines`). */
function otherNodes(): string[] {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const versions = new Map<string, string>()
  for (const node of found.filter((path) => existsSync(path))) {
    const version = String(spawnSync(node, ['--version']).stdout).trim()
    if (version !== process.version && Number(version.slice(1).split('.')[0]) >= 20) {
      versions.set(version, node)
    }
  }
  return [...versions.values()]
}

function missingTools(tools: readonly string[]): string[] {
  return tools.filter((tool) => {
    const args = tool === 'sh' ? ['-c', 'true'] : tool === 'openssl' ? ['version'] : ['--version']
    return spawnSync(tool, args).status !== 0
  })
}

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

function run(command: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((done) => {
    const options = { env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } }
    const child = execFile(command, args, options, (_, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })
}

describe.each(runs)('the program in $title, by $command', ({ file, command, tools }) => {
  const missing = missingTools(tools)
  if (missing.length > 0)
    console.warn(`NOT RUN, ${file}: this machine has no ${missing.join(', ')}`)

  it.skipIf(missing.length > 0)('credits a wallet, and a repeat credits no more', async () => {
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

    const quoted = String.raw`"Grüne" Bank's \n & $HOME %s Söhne`
    const odd = [programPath(file), owner.phone, '1', 'GBP', quoted]
    const named = await run(command, odd, { ...env, IDEMPOTENCY_KEY: randomUUID() })
    expect(named).toMatchObject({ code: 0, stderr: '' })
    const [newest] = (await owner.get('/api/wallet/transactions')).body
    expect(newest).toMatchObject({ amount: 1, source: quoted })

    const stranger = [programPath(file), newPhone(), '5.25', 'GBP', 'Green Bank']
    const refused = await run(command, stranger, { ...env, IDEMPOTENCY_KEY: randomUUID() })
    expect(refused.code).not.toBe(0)
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: 'unknown_number' })
  })

  it('is on the page of the API', async () => {
    const { body } = await new Person(test.url).get('/api/docs')
    expect(body).toContain(escapeHtml(readFileSync(programPath(file), 'utf8')))
  })
})

it('the example to check with has the signature that it states', async () => {
  const { body } = await new Person(test.url).get('/api/docs')
  expect(body).toMatch(/X-Signature\nv1=[0-9a-f]{64}\n?</)
})
