// Runs a command under the service's account, for deploy/operator.sh. It opens the file argument with the caller's
// rights, relative to the caller's folder. Root becomes the service. Any other caller is passed to sudo, with the
// opened file as standard input.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, closeSync, constants as fileConstants, fstatSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { rootOnlySentence } from '#operator/access.ts'
import { shellNameOf } from '#operator/actor.ts'
import { commands } from '#operator/commands/commands.ts'
import { readEnvironmentFile } from '#operator/environment-file.ts'
import {
  type Account,
  type OpenedFile,
  openToRead,
  openToWrite,
} from '#operator/open-caller-file.ts'
import { type Call, readCall } from '#operator/read-call.ts'
import { stopSignals } from '#operator/stop-signals.ts'
import { callerFileVariable } from '#platform/caller-file.ts'
import { refusedStart } from '#server/start/refused-start.ts'

const release = join(import.meta.dirname, '..')
const inheritedFd = 3
/** The first argument of a call whose file sudo passes as standard input. */
const fileOnStdin = '--file-on-stdin'

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

function mayRead(file: string): boolean {
  try {
    accessSync(file, fileConstants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the account of the service, or null if the machine has none. */
function accountOf(name: string): Account | null {
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return null
  }
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

/** Returns the path of the file that a call names, or null. */
function filePathOf(call: Call | null): string | null {
  const { at, use } = call?.command.file ?? {}
  if (call === null || at === undefined) return null
  // A preview writes no file.
  if (use === 'write' && call.flags.has('preview')) return null
  const path = typeof at === 'number' ? call.words[at] : call.options[at]
  if (path === undefined) return null
  const isAddress = call.command.usage.startsWith('FILE|URL') && /^https?:/i.test(path)
  return isAddress ? null : path
}

async function openFileOf(call: Call | null, service: Account | null): Promise<OpenedFile | null> {
  const path = filePathOf(call)
  if (call === null || path === null) return null
  return call.command.file?.use === 'write'
    ? openToWrite(path, service, call.flags.has('replace'))
    : openToRead(path, service)
}

/**
 * Returns the file of a call that came through sudo. It must be the standard input, which the caller opened. Here
 * it could be opened with the service's or root's rights only.
 */
function receivedFileOf(call: Call | null, isOnStdin: boolean): OpenedFile | null {
  const path = filePathOf(call)
  if (path === null) return null
  const end = () => null
  if (isOnStdin && fstatSync(0).isFile()) return { file: { path, fd: 0 }, end }
  const fault = `Call carbon-passport without sudo: then it opens ${path} with your rights, and asks sudo itself.`
  return { file: { path, fault }, end }
}

type Run = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The account to change to, or null to stay. */
  readonly account: Account | null
  readonly openedFile: OpenedFile | null
}

/** Runs the command in a child process and returns its exit code. */
function run({ args, env, account, openedFile }: Run): Promise<number> {
  const { fd, ...file } = openedFile?.file ?? {}
  const inherited = fd === undefined ? {} : { fd: inheritedFd }
  const child = spawn(process.execPath, [join(release, 'operator/operator.ts'), ...args], {
    cwd: release,
    env:
      openedFile === null
        ? env
        : { ...env, [callerFileVariable]: JSON.stringify({ ...file, ...inherited }) },
    stdio: [
      fd === 0 ? 'ignore' : 'inherit',
      'inherit',
      'inherit',
      ...(fd === undefined ? [] : [fd]),
    ],
    // With `uid` and `gid` the child also loses root's supplementary groups.
    ...(account ?? {}),
  })
  return endOf(child, openedFile)
}

/** Runs this program again as the service, by sudo. The caller's file becomes its standard input. */
async function runBySudo(args: readonly string[], accountName: string): Promise<number> {
  const openedFile = await openFileOf(readOwnCall(args), null)
  const { fd, fault } = openedFile?.file ?? {}
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`)
    return 1
  }
  const { PROGRAM = '/usr/local/bin/carbon-passport' } = process.env
  const given = fd === undefined ? args : [fileOnStdin, ...args]
  const child = spawn('sudo', ['-u', accountName, '--', PROGRAM, ...given], {
    stdio: [fd ?? 'inherit', 'inherit', 'inherit'],
  })
  try {
    return await endOf(child, openedFile)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new Error('This machine has no sudo, which members of staff need for commands.')
  }
}

/** Waits for the end of a program, finishes the caller's file, and returns the exit code. */
async function endOf(child: ChildProcess, openedFile: OpenedFile | null): Promise<number> {
  const { fd } = openedFile?.file ?? {}
  for (const signal of stopSignals) {
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
  const service = accountOf(ACCOUNT)
  const uid = process.getuid?.()
  const isRoot = uid === 0
  const [first] = process.argv.slice(2)
  if (!isRoot && service !== null && uid !== service.uid && !mayRead(join(SETTINGS, 'settings'))) {
    return runBySudo(process.argv.slice(2), ACCOUNT)
  }
  const asOwner = first === '--owner'
  const isOnStdin = first === fileOnStdin
  const isMember = shellNameOf(process.env.SUDO_USER) !== null
  if (asOwner && isMember) throw new Error(rootOnlySentence('--owner'))
  const args = process.argv.slice(asOwner || isOnStdin ? 3 : 2)
  const env = {
    ...caller,
    NODE_ENV: 'production',
    MIGRATE_ON_START: '0',
    DATA_DIR: process.env.DATA_DIR ?? '/var/lib/carbon-passport',
    ...readSettings(join(SETTINGS, 'settings')),
    ...(asOwner ? readSettings(join(SETTINGS, 'owner')) : {}),
  }
  if (isRoot && service === null) throw new Error(`There is no account ${ACCOUNT}.`)
  const account = isRoot ? service : null
  const call = readOwnCall(args)
  const openedFile = isMember ? receivedFileOf(call, isOnStdin) : await openFileOf(call, account)
  return run({ args, env, account, openedFile })
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return error instanceof UnreadableSettings ? refusedStart : 1
})
