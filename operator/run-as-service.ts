// Runs a command under the service's account, for deploy/operator.sh. It reads the service's settings and
// opens the file argument with the caller's rights. Relative paths start at the caller's folder.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { commands } from '#operator/commands/commands.ts'
import { readEnvironmentFile } from '#operator/environment-file.ts'
import {
  type Account,
  type OpenedFile,
  openToRead,
  openToWrite,
} from '#operator/open-caller-file.ts'
import { type Call, readCall } from '#operator/read-call.ts'
import { callerFileVariable } from '#platform/caller-file.ts'
import { refusedStart } from '#server/start/refused-start.ts'

const release = join(import.meta.dirname, '..')
const inheritedFd = 3

type Settings = Readonly<Record<string, string>>

class UnreadableSettings extends Error {}

function readSettings(file: string): Settings {
  try {
    const { values, omitted } = readEnvironmentFile(readFileSync(file, 'utf8'))
    for (const sentence of omitted) process.stderr.write(`${file}: ${sentence}\n`)
    return values
  } catch (error) {
    throw new UnreadableSettings(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Returns the account, or null if this process does not run as root. The command then runs under the
 * caller's account.
 */
function accountOf(name: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * Returns the parsed call. Returns null for an invalid call or a help request, which the command
 * answers itself.
 */
function readOwnCall(args: readonly string[]): Call | null {
  try {
    const call = readCall(
      commands,
      args.filter((arg) => arg !== '--json'),
    )
    return typeof call === 'string' ? null : call
  } catch {
    return null
  }
}

async function openFileOf(call: Call | null, service: Account | null): Promise<OpenedFile | null> {
  const { at, use } = call?.command.file ?? {}
  if (call === null || at === undefined) return null
  const path = typeof at === 'number' ? call.words[at] : call.options[at]
  if (path === undefined) return null
  if (use === 'write') return openToWrite(path, service, call.flags.has('replace'))
  const isAddress = call.command.usage.startsWith('FILE|URL') && /^https?:/i.test(path)
  return isAddress ? null : openToRead(path, service)
}

type Run = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly service: Account | null
  readonly openedFile: OpenedFile | null
}

/** Runs the command in a child process and returns its exit code. */
async function run({ args, env, service, openedFile }: Run): Promise<number> {
  const { fd, ...file } = openedFile?.file ?? {}
  const inherited = fd === undefined ? {} : { fd: inheritedFd }
  const child = spawn(process.execPath, [join(release, 'operator/operator.ts'), ...args], {
    cwd: release,
    env:
      openedFile === null
        ? env
        : { ...env, [callerFileVariable]: JSON.stringify({ ...file, ...inherited }) },
    stdio: ['inherit', 'inherit', 'inherit', ...(fd === undefined ? [] : [fd])],
    // With `uid` and `gid` the child also loses root's supplementary groups.
    ...(service ?? {}),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit, signal) =>
      resolve(exit ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    )
  })
  if (fd !== undefined) closeSync(fd)
  const fault = openedFile?.end(code === 0) ?? null
  if (fault !== null) process.stderr.write(`${fault}\n`)
  return fault === null ? code : 1
}

async function main(): Promise<number> {
  const { SETTINGS = '/etc/carbon-passport', ACCOUNT = 'carbon-passport' } = process.env
  const { [callerFileVariable]: _, ...caller } = process.env
  const asOwner = process.argv[2] === '--owner'
  const args = process.argv.slice(asOwner ? 3 : 2)
  const env = {
    ...caller,
    NODE_ENV: 'production',
    MIGRATE_ON_START: '0',
    DATA_DIR: process.env.DATA_DIR ?? '/var/lib/carbon-passport',
    ...readSettings(join(SETTINGS, 'settings')),
    ...(asOwner ? readSettings(join(SETTINGS, 'owner')) : {}),
  }
  const service = accountOf(ACCOUNT)
  const openedFile = await openFileOf(readOwnCall(args), service)
  return run({ args, env, service, openedFile })
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return error instanceof UnreadableSettings ? refusedStart : 1
})
