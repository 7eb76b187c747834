// Builds the web app and the console of staff for `npm start` and the tests, each if it is stale. Plain
// JavaScript, for an old Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCheckoutLock } from './checkout-lock.mjs'
import { fail, pinnedNode, root } from './install.mjs'

const outputBytesMax = 64 * 1024 * 1024

/** Sources that both bundles have; the boundaries check keeps other files out of them. */
const sharedInputs = [
  'web',
  'values',
  'texts',
  'scripts/browser-calls.ts',
  'scripts/compress-files.ts',
  'scripts/shape-code.ts',
  'package-lock.json',
]

/** The bundles, each with its own files. `isOfBundle` selects files of features. */
const bundles = [
  {
    name: 'web app',
    script: 'scripts/build-web.ts',
    page: join(root, 'dist/web/index.html'),
    builtFrom: join(root, 'dist/.built-from'),
    isOfBundle: (file) => isOfBrowser(file) && !isOfConsole(file),
    inputs: [
      ...sharedInputs,
      'vite.config.ts',
      'scripts/build-web.ts',
      'scripts/build-offline-verifier.ts',
      'scripts/offline-files.ts',
      // Sources of the pictures of sent links.
      'features/landing/link-picture.ts',
      'features/landing/shared-link.ts',
      'features/certificates/drawing.ts',
      'features/certificates/share-image.ts',
      'platform/drawing',
    ],
  },
  {
    name: 'console',
    script: 'scripts/build-console-web.ts',
    page: join(root, 'dist/console/index.html'),
    builtFrom: join(root, 'dist/.console-built-from'),
    isOfBundle: (file) => isOfBrowser(file) && (isOfConsole(file) || /-calls\.ts$/.test(file)),
    inputs: [...sharedInputs, 'vite.console.config.ts', 'scripts/build-console-web.ts'],
  },
]

/**
 * Builds each bundle that is stale. Returns whether it built anything. The libraries must be
 * installed.
 */
export async function buildWeb() {
  if (builtState() === 'current') return false
  await withCheckoutLock(root, () => {
    for (const bundle of bundles) if (stateOf(bundle) !== 'current') buildBundle(bundle)
  })
  return true
}

function buildBundle(bundle) {
  const { name, script, builtFrom } = bundle
  console.error(`Building the ${name}…`)
  const key = sourcesKey(bundle)
  const { status, stdout, stderr } = spawnSync(pinnedNode, [script], {
    cwd: root,
    stdio: 'pipe',
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
  if (status !== 0) fail(`${stdout ?? ''}${stderr ?? ''}\nThe ${name} could not be built.`)
  writeFileSync(builtFrom, key)
}

/**
 * Returns the state of the build: `'missing'` or `'stale'` if one of the bundles is, or
 * `'current'`.
 */
export function builtState() {
  const states = bundles.map(stateOf)
  return ['missing', 'stale'].find((state) => states.includes(state)) ?? 'current'
}

function stateOf(bundle) {
  const { page, builtFrom } = bundle
  if (!existsSync(page)) return 'missing'
  if (!existsSync(builtFrom)) return 'stale'
  return readFileSync(builtFrom, 'utf8') === sourcesKey(bundle) ? 'current' : 'stale'
}

/** Returns true for a file of the console's features, which the web app's bundle does not contain. */
export function isOfConsole(file) {
  return /^features\/(console|staff)\//.test(file)
}

/** Returns true if a bundle may contain this file of a feature: its web folder, calls and states. */
export function isOfBrowser(file) {
  return /\/web\/|-calls\.ts$|\/states\/[a-z-]*state\.ts$/.test(file)
}

/**
 * Returns a hash of the sources' content. Dates are ignored, so that switching branches and back costs
 * no build.
 */
function sourcesKey({ inputs, isOfBundle }) {
  const features = filesUnder('features').filter(isOfBundle)
  const hash = createHash('sha256')
  for (const file of [...inputs, ...features].flatMap(filesUnder).sort()) {
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
