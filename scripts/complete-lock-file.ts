// Run after every `npm install <package>`, in whichever folder: npm run lock
// npm leaves out of a package-lock.json the native packages of other systems when the registry at
// hand lacks them, and `npm ci` then refuses the file. This names them, without a checksum; it must
// never change an entry that npm wrote.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Entry = {
  version?: string
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
}
export type LockFile = { packages: Record<string, Entry> }

const root = resolve(import.meta.dirname, '..')
/**
 * The product's own, and those of the packages that stand beside it; from the root of the
 * checkout.
 */
export const lockFiles: readonly string[] = globSync(
  ['package-lock.json', '{tools,benchmarks}/*/package-lock.json'],
  { cwd: root },
)

/** The optional packages that some package wants and the lock file does not name, as entries. */
export function missingEntries({ packages }: LockFile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [path, { optionalDependencies, dev }] of Object.entries(packages)) {
    if (path === '') continue
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      const named = packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`]
      if (named) continue
      missing[`node_modules/${name}`] = entryOf(name, version, dev ?? false)
    }
  }
  return missing
}

/** Such packages are named for their machine: `<what>-<os>-<cpu>-<abi>`. */
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
  const whole = { ...lockFile, packages: Object.fromEntries(sorted) }
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} packages added to ${path}.`)
}

if (import.meta.main) {
  for (const path of lockFiles) complete(path)
}
