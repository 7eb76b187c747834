// Installs the libraries of package-lock.json, and those of the packages that only check or
// measure. Plain JavaScript, for an old Node. It must not ask a question, repeat an installation,
// or print to the standard output, which belongs to the program.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withCheckoutLock } from './checkout-lock.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** The Node that package-lock.json pins. It is missing before the installation. */
export const pinnedNode = join(root, 'node_modules/node/bin/node')
/** The tools that check types, style, boundaries, unused code and sizes. */
export const checks = 'tools/checks'
/** Libraries of some tests: an OpenAPI server, a PDF reader, a DOM. */
export const testLibraries = 'tools/test-libraries'
/**
 * Unused parts of the root's libraries, removed after the installation. The runtime's package
 * contains itself twice, with 67 MB of headers; the others contain the same code for other loaders,
 * its sources, its documentation or its tests.
 */
export const unread = [
  'node/node_modules',
  'stripe/cjs',
  'zod/src',
  '@base-ui/react/docs',
  'libphonenumber-js/bundle',
  'bintrees/test',
]

const outputBytesMax = 64 * 1024 * 1024

/** Installs the libraries that build, serve and test the product. */
export async function install() {
  if (isInstalled(root) && existsSync(pinnedNode)) return
  await withCheckoutLock(root, () => {
    if (isInstalled(root) && existsSync(pinnedNode)) return
    console.error('Installing the libraries (once, takes a minute or so)…')
    // NODE_ENV=production must not leave out the libraries that build the web app.
    npmCi(root, ['--include=dev'])
    if (!existsSync(pinnedNode)) {
      fail('npm did not run the install scripts. Try again after: npm config delete ignore-scripts')
    }
    for (const part of unread) {
      rmSync(join(root, 'node_modules', part), { recursive: true, force: true })
    }
    writeFileSync(stampIn(root), installationKey(root))
  })
}

/** Installs a separate package such as `tools/checks`. Scripts of its libraries do not run. */
export async function installTool(name) {
  const folder = join(root, name)
  if (isInstalled(folder)) return
  await withCheckoutLock(root, () => {
    if (isInstalled(folder)) return
    console.error(`Installing ${name} (once)…`)
    npmCi(folder, ['--ignore-scripts'])
    writeFileSync(stampIn(folder), installationKey(folder))
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const lockFileIn = (folder) => join(folder, 'package-lock.json')
const hiddenLockFileIn = (folder) => join(folder, 'node_modules/.package-lock.json')
const stampIn = (folder) => join(folder, 'node_modules/.installed-from')

function npmCi(folder, more) {
  const flags = [...more, '--no-audit', '--no-fund', '--loglevel=error']
  const exact = runNpm(['ci', ...flags], folder, 'pipe')
  if (exact.status === 0) return
  // Some versions of npm refuse each other's lock files in `ci`; `install` still uses the locked versions.
  const { status } = runNpm(['install', '--no-save', ...flags], folder, ['ignore', 2, 2])
  if (status !== 0) {
    fail(`${exact.stderr}\nThe libraries could not be installed. Is the network there?`)
  }
}

function isInstalled(folder) {
  if (!existsSync(hiddenLockFileIn(folder))) return false
  try {
    if (readFileSync(stampIn(folder), 'utf8') === installationKey(folder)) return true
  } catch {
    // The libraries were installed by hand: npm's record then decides.
  }
  return includesAll(packagesOf(lockFileIn(folder)), packagesOf(hiddenLockFileIn(folder)))
}

function includesAll(locked, installed) {
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || installed[path]?.version === entry.version) return true
    // An optional package counts as missing only if it is made for this machine.
    const { optional, os, cpu, libc } = entry
    const isForThisMachine = os?.includes(process.platform) && cpu?.includes(process.arch)
    return Boolean(optional) && !(isForThisMachine && (libc ?? ['glibc']).includes('glibc'))
  })
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Returns a hash of the lock file, of the installed packages, and of platform and architecture. */
function installationKey(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of [lockFileIn(folder), hiddenLockFileIn(folder)]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function runNpm(args, cwd, stdio) {
  // Uses the npm and the Node that called this script. The Node in PATH may be the pinned one, which the
  // installation removes while it runs.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const isCalledByNpm =
    npm?.endsWith('npm-cli.js') && node && !node.startsWith(root) && existsSync(node)
  const [command, ...first] = isCalledByNpm ? [node, npm] : ['npm']
  const shell = process.platform === 'win32' && !isCalledByNpm
  return spawnSync(command, [...first, ...args], {
    cwd,
    stdio,
    shell,
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
}
