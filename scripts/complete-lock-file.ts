// Completes the lock files: `npm run lock`, after every `npm install <package>` in any folder. Where the
// registry lacks native packages of other systems, npm leaves them out, and `npm ci` then refuses the file.
// This script adds them, with the registry's checksums. It must never change an entry that npm wrote.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Entry = {
  version?: string
  cpu?: string[]
  integrity?: string
  dev?: boolean
  libc?: string[]
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
}
export type LockFile = { packages: Record<string, Entry> }

const root = resolve(import.meta.dirname, '..')
/** Lock files of the product and of the packages in its folders, as paths from the root of the checkout. */
export const lockFiles: readonly string[] = globSync(
  ['package-lock.json', '{tools,benchmarks,benchmarks/rivals}/*/package-lock.json'],
  { cwd: root },
)

/** Returns entries for the optional dependencies that the lock file lacks. */
export function missingEntries({ packages }: LockFile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [path, { optionalDependencies, dev }] of Object.entries(packages)) {
    if (path === '') continue
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      const present = packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`]
      if (present) continue
      missing[`node_modules/${name}`] = entryOf(name, version, dev ?? false)
    }
  }
  return missing
}

/** Returns packages without a checksum that only other systems install. */
function withoutChecksum({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, optional, os, cpu, libc }]) => {
    const isForOtherSystem =
      optional === true &&
      !(includes(os, 'linux') && includes(cpu, 'x64') && includes(libc, 'glibc'))
    return path !== '' && integrity === undefined && isForOtherSystem ? [path] : []
  })
}

/** Returns packages without a checksum that the system of our tests installs. The list must be empty. */
export function unchecked(lockFile: LockFile): string[] {
  const otherSystems = withoutChecksum(lockFile)
  return Object.entries(lockFile.packages).flatMap(([path, { integrity }]) =>
    path === '' || integrity !== undefined || otherSystems.includes(path) ? [] : [path],
  )
}

const includes = (names: readonly string[] | undefined, name: string) =>
  names === undefined || names.includes(name)

/** Returns the registry's checksum, or undefined where it has no such package. */
function checksumOf(name: string, version: string): string | undefined {
  const answer = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return /^sha512-[\w+/]+={0,2}$/m.exec(answer.stdout)?.[0]
}

/** Returns the entries with the checksums that `findChecksum` finds. */
export function withChecksums(
  lockFile: LockFile,
  findChecksum: (name: string, version: string) => string | undefined,
): Record<string, Entry> {
  const found = withoutChecksum(lockFile).flatMap((path) => {
    const entry = lockFile.packages[path]
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const integrity = entry?.version === undefined ? undefined : findChecksum(name, entry.version)
    return integrity === undefined ? [] : [[path, { ...entry, integrity }] as const]
  })
  return { ...lockFile.packages, ...Object.fromEntries(found) }
}

/** Creates an entry, with system and processor from the package's name: `<name>-<os>-<cpu>-<abi>`. */
function entryOf(name: string, version: string, dev: boolean): Entry {
  const [, os, cpu, abi] = /[-/]([a-z0-9]+)-([a-z0-9]+)(?:-(gnu|musl|msvc|eabi)[a-z]*)?$/.exec(
    name.replace('wasm32-wasi', 'wasi-wasm32'),
  ) ?? [null, 'unknown', 'unknown']
  return {
    version,
    cpu: [cpu ?? 'unknown'],
    ...(dev ? { dev } : {}),
    ...(os === 'linux' && abi ? { libc: [abi === 'musl' ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(cpu === 'wasm32' ? {} : { os: [os ?? 'unknown'] }),
  }
}

function complete(path: string): void {
  const file = join(root, path)
  const lockFile: LockFile = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingEntries(lockFile)
  const sorted = Object.entries({ ...lockFile.packages, ...missing }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const sortedFile = { ...lockFile, packages: Object.fromEntries(sorted) }
  const completeFile = { ...sortedFile, packages: withChecksums(sortedFile, checksumOf) }
  writeFileSync(file, `${JSON.stringify(completeFile, null, 2)}\n`)
  const left = withoutChecksum(completeFile).length
  console.log(`${path}: ${Object.keys(missing).length} added, ${left} without a checksum.`)
}

if (import.meta.main) {
  for (const path of lockFiles) complete(path)
}
