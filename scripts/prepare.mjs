// What start, dev and test need first: the libraries of package-lock.json, and the web app built
// from what lies here. Plain JavaScript, for the old Node that a machine may have. It must never
// ask a question, and never do again what is done.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './alone.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** The Node of package-lock.json; not there before the installation. */
export const pinnedNode = join(root, 'node_modules/node/bin/node')

const lockFile = join(root, 'package-lock.json')
const hiddenLockFile = join(root, 'node_modules/.package-lock.json')
const installedFrom = join(root, 'node_modules/.installed-from')
const builtFrom = join(root, 'dist/.built-from')
const builtPage = join(root, 'dist/web/index.html')

const outputBytesMax = 64 * 1024 * 1024

/** All that the bundle is made of; the boundaries check keeps everything else out of it. */
const webInputs = [
  'web',
  'values',
  'texts',
  'vite.config.ts',
  'scripts/build-web.ts',
  'scripts/compress-files.ts',
  'scripts/offline-files.ts',
  'package-lock.json',
]

export async function install() {
  if (isInstalled()) return
  await alone(root, () => {
    if (isInstalled()) return
    console.log('Installing the libraries (once, takes a minute or so)…')
    // A production setting must not leave out what builds the web app.
    const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const exact = runNpm(['ci', ...flags], 'pipe')
    // Some versions of npm refuse each other's lock files; installing still takes its versions.
    if (exact.status !== 0 && runNpm(['install', '--no-save', ...flags], 'inherit').status !== 0) {
      fail(`${exact.stderr}\nThe libraries could not be installed. Is the network there?`)
    }
    if (!existsSync(pinnedNode)) {
      fail('npm did not run the install scripts. Try again after: npm config delete ignore-scripts')
    }
    writeFileSync(installedFrom, installationKey())
  })
}

export async function buildWeb() {
  if (isBuilt()) return
  await alone(root, () => {
    if (isBuilt()) return
    console.log('Building the web app…')
    const key = sourcesKey()
    const { status, stdout, stderr } = runNpm(['run', 'build', '--loglevel=error'], 'pipe')
    if (status !== 0) fail(`${stdout ?? ''}${stderr ?? ''}\nThe web app could not be built.`)
    writeFileSync(builtFrom, key)
  })
}

function isInstalled() {
  if (!existsSync(hiddenLockFile) || !existsSync(pinnedNode)) return false
  try {
    if (readFileSync(installedFrom, 'utf8') === installationKey()) return true
  } catch {
    // Somebody installed by hand: what npm wrote down then decides.
  }
  return holdsEverything(packagesOf(lockFile), packagesOf(hiddenLockFile))
}

function holdsEverything(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || installed[path]?.version === entry.version) return true
    // An optional package is missed only if it was made for this very machine.
    const { optional, os, cpu, libc } = entry
    const madeForHere = os?.includes(process.platform) && cpu?.includes(process.arch)
    return Boolean(optional) && !(madeForHere && (libc ?? ['glibc']).includes('glibc'))
  })
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Changes with the lock file, with anything installed since, and with the machine's kind. */
function installationKey() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  return hash.update(readFileSync(lockFile)).update(readFileSync(hiddenLockFile)).digest('hex')
}

function isBuilt() {
  if (!existsSync(builtPage) || !existsSync(builtFrom)) return false
  return readFileSync(builtFrom, 'utf8') === sourcesKey()
}

/** By content, not by date: a checkout of another branch and back must not cost a build. */
function sourcesKey() {
  const features = readdirSync(join(root, 'features')).flatMap((name) => [
    `features/${name}/web`,
    `features/${name}/contract.ts`,
  ])
  const hash = createHash('sha256')
  for (const file of [...webInputs, ...features].flatMap(filesUnder).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !/^\.|\.test\.tsx?$/.test(entry.name))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
      )
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function runNpm(args, stdio) {
  // The npm that called us, if one did, with the Node that it runs on: the one in PATH may be the
  // pinned Node, which an installation removes under its own feet.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const known = npm?.endsWith('npm-cli.js') && node && !node.startsWith(root) && existsSync(node)
  const [command, ...first] = known ? [node, npm] : ['npm']
  const shell = process.platform === 'win32' && !known
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio,
    shell,
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
