// Tests deploy/operator.sh as root runs it. It reads settings as the service does, and opens files
// relative to the caller's folder with the caller's rights. The command runs with the service's
// rights.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '#operator/commands/commands.ts'
import { pathOutsideService } from '#operator/open-caller-file.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  runSql,
  type TestDatabase,
} from '#tests/support/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
/** Variables of every call. The cache of compiled code is the one of the test run, if it has one. */
const program = {
  PATH: process.env.PATH,
  RELEASE: root,
  NODE: process.execPath,
  ACCOUNT: 'nobody',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
const rates = join(root, 'providers/exchange-rates/ecb-2026-04-13.xml')

let database: TestDatabase
let folder: string
/** Only for the caller, as /root is. */
let own: string
/** For the service's account. */
let services: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-script-'))
  await chmod(folder, 0o755)
  own = join(folder, 'own')
  services = join(folder, 'services')
  await mkdir(own, { mode: 0o700 })
  await mkdir(services, { mode: 0o700 })
  if (isRoot) chownSync(services, nobody.uid, nobody.gid)
  const settings = [
    '# as systemd reads it',
    '; NODE_ENV=production',
    'NODE_ENV = test',
    `DATABASE_URL="${database.url}"`,
    `SECRET_KEY='${randomBytes(32).toString('hex')}'`,
    `NUMBERS_KEY=${numbersKey.slice(0, 10)}\\\n${numbersKey.slice(10)}`,
    `DATA_DIR=${services}`,
  ]
  await writeFile(join(folder, 'settings'), `${settings.join('\n')}\n`, { mode: 0o600 })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const carbonPassport = (cwd: string, ...args: readonly string[]) =>
  carbonPassportWith(folder, cwd, ...args)

function carbonPassportWith(settings: string, cwd: string, ...args: readonly string[]) {
  const env = { ...program, SETTINGS: settings }
  return new Promise<{ code: number; text: string }>((done) => {
    const script = join(root, 'deploy/operator.sh')
    const child = execFile('sh', [script, ...args], { cwd, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
  })
}

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('commands that name a file', () => {
  it('mark which of their words or options it is', () => {
    for (const { name, usage, file } of commands) {
      const words = usage.split(' ')
      const option = usage.match(/--([a-z-]+) FILE/)?.[1]
      const word = words.findIndex((each) => /^\[?FILE(\||\]|$)/.test(each))
      const expected = option ?? (word < 0 ? undefined : word)
      // The first quoted word.
      expect([name, file?.at]).toEqual([name, name === 'purchases evidence' ? 1 : expected])
    }
  })
})

describe.skipIf(!isRoot)('the operator’s script', () => {
  it('reads a file of the caller’s folder that the service may not read', async () => {
    await copyFile(rates, join(own, 'my rates.xml'))
    await chmod(join(own, 'my rates.xml'), 0o600)
    symlinkSync('my rates.xml', join(own, 'link.xml'))
    const read = await carbonPassport(own, 'rates', 'import', 'my rates.xml', '--accept-jump')
    expect(read).toMatchObject({ code: 0, text: expect.stringContaining('2026-04-13') })
    const linked = await carbonPassport(own, 'rates', 'import', './link.xml', '--json')
    expect(linked).toMatchObject({ code: 0, text: expect.stringContaining('"ok":true') })
  })

  it('reads files of every kind there, by word and by option', async () => {
    const catalogue = join(root, 'database/demo-catalogue')
    for (const name of ['projects.csv', 'batches.csv']) {
      await copyFile(join(catalogue, name), join(own, name))
      await chmod(join(own, name), 0o600)
    }
    await writeFile(join(own, 'text.txt'), 'A dam.', { mode: 0o600 })
    await writeFile(join(own, 'bad.csv'), 'no,such,columns\n', { mode: 0o600 })
    const signed = ['--by', 'ada', '--reason', 'a test']
    for (const name of ['projects', 'batches']) {
      const imported = await carbonPassport(own, name, 'import', `${name}.csv`, ...signed)
      expect(imported).toMatchObject({ code: 0, text: expect.stringContaining('added') })
    }
    const [edited, refused, piped] = await Promise.all([
      carbonPassport(own, 'projects', 'edit', 'GS11728', '--description-file=text.txt', ...signed),
      carbonPassport(own, 'retirements', 'record', 'bad.csv', ...signed),
      carbonPassport(own, 'accounts', 'payouts', '-', ...signed),
    ])
    expect(edited).toMatchObject({ code: 0, text: expect.stringContaining('description') })
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('bad.csv') })
    expect(piped).toMatchObject({ code: 1, text: expect.stringContaining('standard input') })
  })

  it('writes new files as the caller’s alone, and never over an existing one', async () => {
    const backup = await carbonPassport(own, 'backup', 'x.backup', '--by', 'ada')
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('into x.backup') })
    const made = statSync(join(own, 'x.backup'))
    expect([made.uid, made.mode & 0o777]).toEqual([0, 0o600])
    const again = await carbonPassport(own, 'backup', 'x.backup', '--by', 'ada')
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('x.backup is there') })
    expect(statSync(join(own, 'x.backup')).ino).toBe(made.ino)
    const replaced = await carbonPassport(own, 'backup', 'x.backup', '--replace', '--by', 'ada')
    expect(replaced.code).toBe(0)
    expect(statSync(join(own, 'x.backup')).ino).not.toBe(made.ino)
    const due = await carbonPassport(own, 'retirements', 'export', 'due.csv')
    expect(due).toMatchObject({ code: 0, text: expect.stringContaining('to due.csv') })
    expect(readFileSync(join(own, 'due.csv'), 'utf8')).toContain('retired_on')
    expect(modeOf(join(own, 'due.csv'))).toBe(0o600)
    expect(readdirSync(own).filter((name) => name.endsWith('.part'))).toEqual([])
  }, 90_000)

  it('restores from the caller’s folder, as the owner', async () => {
    const empty = await createEmptyDatabase()
    await writeFile(join(folder, 'owner'), `DATABASE_URL="${empty.url}"\n`, { mode: 0o600 })
    const taken = await carbonPassport(own, 'backup', 'whole.backup', '--by', 'ada')
    expect(taken.code).toBe(0)
    const restored = await carbonPassport(own, '--owner', 'restore', 'whole.backup', '--by', 'ada')
    await empty.drop()
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored') })
  }, 90_000)

  it('names the typed path in its refusal, and leaves no file', async () => {
    const before = readdirSync(own)
    const cases = [
      [['rates', 'import', 'none.xml'], 'There is no file none.xml.'],
      [['rates', 'import', '.'], '. is a folder, not a file.'],
      [['retirements', 'export', 'no/due.csv'], 'no/due.csv lies in a folder that there is not.'],
      [['people', 'export', 'CP-0', 'me.json', '--by', 'ada', '--reason', 'asked'], ''],
    ] as const
    const answers = await Promise.all(cases.map(([args]) => carbonPassport(own, ...args)))
    for (const [index, [, sentence]] of cases.entries()) {
      expect(answers[index]).toMatchObject({ code: 1, text: expect.stringContaining(sentence) })
    }
    expect(readdirSync(own)).toEqual(before)
  })

  it('follows no link of the service with the caller’s rights', async () => {
    await copyFile(rates, join(own, 'secret.xml'))
    await chmod(join(own, 'secret.xml'), 0o600)
    symlinkSync(join(own, 'secret.xml'), join(services, 'planted.xml'))
    symlinkSync(own, join(services, 'planted'))
    const read = await carbonPassport(services, 'rates', 'import', 'planted.xml')
    expect(read.code).toBe(1)
    expect(read.text).toContain('planted.xml')
    const written = await carbonPassport(own, 'backup', `${services}/planted/y`, '--by', 'ada')
    expect(written.code).toBe(1)
    expect(existsSync(join(own, 'y'))).toBe(false)
    // In its own folder it uses its own rights.
    const kept = await carbonPassport(services, 'backup', 'z.backup', '--by', 'ada')
    expect(kept.code).toBe(0)
    expect(statSync(join(services, 'z.backup')).uid).toBe(nobody.uid)
  })

  it('runs the command without root’s rights and groups', async () => {
    const status = join(services, 'status')
    const preload = join(folder, 'preload.mjs')
    await writeFile(
      preload,
      `import { readFileSync, writeFileSync } from 'node:fs'
       writeFileSync('${status}', readFileSync('/proc/self/status'))`,
    )
    const settings = join(folder, 'watched')
    await mkdir(settings)
    await writeFile(join(settings, 'settings'), `NODE_OPTIONS="--import=${preload}"\n`)
    expect((await carbonPassportWith(settings, own, '--help')).code).toBe(0)
    const { uid, gid } = nobody
    const lines = readFileSync(status, 'utf8')
    expect(lines).toMatch(new RegExp(`^Uid:(\\t${uid}){4}$`, 'm'))
    expect(lines).toMatch(new RegExp(`^Gid:(\\t${gid}){4}$`, 'm'))
    expect(lines).toMatch(/^Groups:\s*$/m)
    expect(lines).toMatch(/^CapEff:\t0+$/m)
  })

  it('names the settings that it cannot read, with the exit code of a refused start', async () => {
    const refused = await carbonPassportWith(own, own, 'ledger', 'check')
    expect(refused).toMatchObject({ code: 78, text: expect.stringContaining(`${own}/settings`) })
  })
})

/** A member of staff with an account on the machine, who is neither root nor the service. */
const member = { uid: 1, gid: 1 }

type Script = {
  readonly account: typeof member
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: 'ignore' | number
}

/** Runs the script as another user than root. */
async function scriptAs({ account, cwd, env = {}, stdin = 'ignore' }: Script, ...args: string[]) {
  const child = spawn('sh', [join(root, 'deploy/operator.sh'), ...args], {
    ...account,
    cwd,
    env: { ...program, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  return { code, text }
}

describe.skipIf(!isRoot)('the script of a member of staff', () => {
  let members: string
  let bin: string
  beforeAll(async () => {
    members = join(folder, 'members')
    bin = join(folder, 'bin')
    await mkdir(members, { mode: 0o700 })
    await mkdir(bin)
    chownSync(members, member.uid, member.gid)
    await writeFile(join(own, 'rates.xml'), 'of root', { mode: 0o600 })
    // Replaces sudo: keeps the arguments, reads the file of a reading call, writes that of a writing one.
    const sudo = `#!/bin/sh
printf '%s\\n' "$@" > '${members}/arguments'
case "$*" in
  *export*) echo written >&0 ;;
  *) cat > '${members}/received' ;;
esac
`
    await writeFile(join(bin, 'sudo'), sudo, { mode: 0o755 })
  })

  const callSudo = (...args: string[]) => {
    const env = { SETTINGS: folder, PATH: `${bin}:${process.env.PATH}`, SUDO_USER: 'root' }
    return scriptAs({ account: member, cwd: members, env }, ...args)
  }
  const argumentsOfSudo = () => readFileSync(join(members, 'arguments'), 'utf8').trim().split('\n')
  const program = ['-u', 'nobody', '--', '/usr/local/bin/carbon-passport']

  it('opens the file with the own rights, and hands it to sudo', async () => {
    await writeFile(join(members, 'mine.xml'), 'of a member', { mode: 0o600 })
    chownSync(join(members, 'mine.xml'), member.uid, member.gid)
    expect(await callSudo('rates', 'import', 'mine.xml')).toMatchObject({ code: 0 })
    expect(argumentsOfSudo()).toEqual([
      ...program,
      '--file-on-stdin',
      'rates',
      'import',
      'mine.xml',
    ])
    expect(readFileSync(join(members, 'received'), 'utf8')).toBe('of a member')
    expect((await callSudo('partners', 'list')).code).toBe(0)
    expect(argumentsOfSudo()).toEqual([...program, 'partners', 'list'])
  })

  it('cannot open a file of root, and does not call sudo then', async () => {
    await rm(join(members, 'arguments'), { force: true })
    const refused = await callSudo('rates', 'import', join(own, 'rates.xml'))
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('may not be opened') })
    expect(existsSync(join(members, 'arguments'))).toBe(false)
  })

  it('writes a new file of the own, and none in a preview', async () => {
    const written = await callSudo('people', 'export', 'CP-0', 'me.json', '--reason', 'asked')
    expect(written.code).toBe(0)
    const made = statSync(join(members, 'me.json'))
    expect([made.uid, made.mode & 0o777]).toEqual([member.uid, 0o600])
    expect(readFileSync(join(members, 'me.json'), 'utf8')).toBe('written\n')
    await callSudo('people', 'export', 'CP-0', 'none.json', '--preview')
    expect(argumentsOfSudo()).not.toContain('--file-on-stdin')
    expect(readdirSync(members).filter((name) => /none|\.part$/.test(name))).toEqual([])
  })

  it('cannot reach the database by a SUDO_USER of the own', async () => {
    await chmod(join(folder, 'settings'), 0o600)
    const env = { SETTINGS: folder, SUDO_USER: 'ada', PATH: '/usr/bin:/bin' }
    const node = scriptAs({ account: member, cwd: members, env }, 'partners', 'list')
    expect((await node).code).not.toBe(0)
  })

  it('behind sudo opens no file itself, and takes the one on standard input', async () => {
    await runSql(
      database.url,
      `insert into staff (name, email, roles, shell_user)
       values ('Ada', 'ada@passport.example', '{admin}', 'ada')`,
    )
    const settings = join(folder, 'of-service')
    await mkdir(settings)
    await copyFile(join(folder, 'settings'), join(settings, 'settings'))
    chownSync(join(settings, 'settings'), nobody.uid, nobody.gid)
    const env = { SETTINGS: settings, SUDO_USER: 'ada' }
    const asService = { account: nobody, cwd: services, env }
    await copyFile(rates, join(services, 'secret.xml'))
    chownSync(join(services, 'secret.xml'), nobody.uid, nobody.gid)
    const call = ['rates', 'import', 'secret.xml', '--accept-jump', '--reason', 'a test']
    const [opened, piped] = [await scriptAs(asService, ...call), openSync(rates, 'r')]
    expect(opened).toMatchObject({ code: 1, text: expect.stringContaining('without sudo') })
    const received = await scriptAs({ ...asService, stdin: piped }, '--file-on-stdin', ...call)
    closeSync(piped)
    expect(received).toMatchObject({ code: 0, text: expect.stringContaining('2026-04-13') })
    const refused = await scriptAs(asService, 'backup', join(services, 'x.backup'))
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('for root only') })
    expect(existsSync(join(services, 'x.backup'))).toBe(false)
  }, 90_000)
})

it('treats a folder as the service’s if the service owns a part of the path', () => {
  const service = { uid: nobody.uid, gid: nobody.gid }
  expect(pathOutsideService('/tmp', service)).toBe('/tmp')
  expect(pathOutsideService(join(own, 'x'), null)).toBe(join(own, 'x'))
  const { uid, gid } = statSync(own)
  expect(pathOutsideService(join(own, 'x'), { uid, gid })).toBeNull()
})
