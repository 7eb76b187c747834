// Opens the file that a command names with the rights of its caller, for a program that runs under the
// service's account. If the service could redirect the path, by a link or a folder of its own, the file
// is opened with the service's rights.
import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { CallerFile } from '#platform/caller-file.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'

export type Account = { readonly uid: number; readonly gid: number }

export type OpenedFile = {
  /** The file as the program receives it. `fd` is the descriptor in this process. */
  readonly file: CallerFile
  /** Gives a written file its name if the command succeeded, else removes it. Returns a fault, or null. */
  readonly end: (isDone: boolean) => string | null
}

const linksMax = 40

/** Opens a file for reading. `service` is null if the program runs under the caller's account. */
export async function openToRead(path: string, service: Account | null): Promise<OpenedFile> {
  const end = () => null
  const at = resolve(path)
  const real = pathOutsideService(at, service)
  if (real === null) return { file: { path, at }, end }
  try {
    await fileOnDisk(path)
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const fd = openSync(real, flags)
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is no file that can be read twice.`)
    return { file: { path, fd }, end }
  } catch (error) {
    return { file: { path, fault: sentenceOf(path, error) }, end }
  }
}

/** Opens a temporary file in the target's folder, owned by the caller and readable by no one else. */
export function openToWrite(path: string, service: Account | null, replaces: boolean): OpenedFile {
  const at = resolve(path)
  const folder = pathOutsideService(dirname(at), service)
  const noEnd = () => null
  if (folder === null) return { file: { path, at }, end: noEnd }
  const target = join(folder, basename(at))
  const fault = targetFault(path, target, replaces)
  if (fault !== null) return { file: { path, fault }, end: noEnd }
  const part = join(folder, `.carbon-passport-${randomUUID()}.part`)
  try {
    const fd = openSync(part, 'wx', 0o600)
    return {
      file: { path, fd },
      end: (isDone) => finishPart({ path, part, target, replaces, isDone }),
    }
  } catch (error) {
    return { file: { path, fault: sentenceOf(path, error) }, end: noEnd }
  }
}

function targetFault(path: string, target: string, replaces: boolean): string | null {
  try {
    const existing = lstatSync(target, { throwIfNoEntry: false })
    if (existing === undefined) return null
    if (existing.isDirectory()) return `${path} is a folder, not a file.`
    return replaces ? null : `${path} is there already: name a file that is not.`
  } catch (error) {
    return sentenceOf(path, error)
  }
}

type Part = {
  readonly path: string
  readonly part: string
  readonly target: string
  readonly replaces: boolean
  readonly isDone: boolean
}

function finishPart({ path, part, target, replaces, isDone }: Part): string | null {
  try {
    if (isDone && replaces) renameSync(part, target)
    else if (isDone) linkOrCopy(part, target)
    return null
  } catch (error) {
    return sentenceOf(path, error)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Links the file to its name, or copies it. Neither overwrites a file that has appeared meanwhile. */
function linkOrCopy(part: string, target: string): void {
  try {
    linkSync(part, target)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error
    copyFileSync(part, target, constants.COPYFILE_EXCL)
  }
}

/**
 * Returns the path with its links resolved. Returns null if the service may change its target: if a
 * link, file or folder on the way is the service's, or the service may write in a folder.
 */
export function pathOutsideService(path: string, service: Account | null): string | null {
  let at = '/'
  let links = 0
  const parts = path.split('/')
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      at = dirname(at)
      continue
    }
    const next = join(at, part)
    const entry = statOrNull(next)
    // The file is missing, so opening the path fails with the right error.
    if (entry === null) return join(next, ...parts)
    if (service !== null && mayChange(entry, service)) return null
    if (!entry.isSymbolicLink()) {
      at = next
      continue
    }
    links += 1
    if (links > linksMax) return null
    const target = readlinkSync(next)
    if (target.startsWith('/')) at = '/'
    parts.unshift(...target.split('/'))
  }
  return at
}

function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

/**
 * Returns true if the service may change entries of the folder. In a sticky folder such as /tmp it
 * cannot change those of another account.
 */
function mayChange(entry: Stats, { uid, gid }: Account): boolean {
  if (entry.uid === uid) return true
  if (!entry.isDirectory()) return false
  const isSticky = (entry.mode & 0o1000) !== 0
  const isOfGroup = entry.gid === gid && (entry.mode & 0o020) !== 0
  return !isSticky && (isOfGroup || (entry.mode & 0o002) !== 0)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be opened by this user',
  EPERM: 'may not be opened by this user',
  EEXIST: 'is there already: name a file that is not',
  ENOENT: 'lies in a folder that there is not',
  ENOTDIR: 'lies in a folder that there is not',
  EROFS: 'lies on a disk that takes no files',
  ELOOP: 'is a link that changed meanwhile',
}

/** Returns the error message, with the path as the caller typed it. */
function sentenceOf(path: string, error: unknown): string {
  const reason = reasons[codeOf(error)]
  if (reason !== undefined) return `${path} ${reason}.`
  const message = error instanceof Error ? error.message : String(error)
  return message.includes(path) ? message : `${path} cannot be used: ${message}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
