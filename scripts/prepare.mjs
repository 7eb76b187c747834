// Builds the web app for `npm start` and the tests if it is stale. Plain JavaScript, for an old
// Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCheckoutLock } from './checkout-lock.mjs'
import { fail, pinnedNode, root } from './install.mjs'

const builtFrom = join(root, 'dist/.built-from')
const builtPage = join(root, 'dist/web/index.html')

const outputBytesMax = 64 * 1024 * 1024

/** All sources of the bundle; the boundaries check keeps other files out of it. */
const webInputs = [
  'web',
  'values',
  'texts',
  'vite.config.ts',
  'scripts/browser-calls.ts',
  'scripts/build-web.ts',
  'scripts/compress-files.ts',
  'scripts/offline-files.ts',
  'scripts/shape-code.ts',
  'package-lock.json',
  // Sources of the pictures of sent links.
  'features/landing/link-picture.ts',
  'features/landing/shared-link.ts',
  'features/certificates/drawing.ts',
  'features/certificates/share-image.ts',
  'platform/drawing',
]

/**
 * Builds the web app if it is stale. Returns whether it built anything. The libraries must be
 * installed.
 */
export async function buildWeb() {
  if (builtState() === 'current') return false
  await withCheckoutLock(root, () => {
    if (builtState() === 'current') return
    console.error('Building the web app…')
    const key = sourcesKey()
    const { status, stdout, stderr } = spawnSync(pinnedNode, ['scripts/build-web.ts'], {
      cwd: root,
      stdio: 'pipe',
      encoding: 'utf8',
      maxBuffer: outputBytesMax,
    })
    if (status !== 0) fail(`${stdout ?? ''}${stderr ?? ''}\nThe web app could not be built.`)
    writeFileSync(builtFrom, key)
  })
  return true
}

/**
 * Returns the state of the build: `'missing'`, `'stale'` if its sources have changed since, or
 * `'current'`.
 */
export function builtState() {
  if (!existsSync(builtPage)) return 'missing'
  if (!existsSync(builtFrom)) return 'stale'
  return readFileSync(builtFrom, 'utf8') === sourcesKey() ? 'current' : 'stale'
}

/** Returns true if the bundle contains this file of a feature: its web folder, calls and states. */
export function isOfBrowser(file) {
  return /\/web\/|-calls\.ts$|\/states\/[a-z-]*state\.ts$/.test(file)
}

/**
 * Returns a hash of the sources' content. Dates are ignored, so that switching branches and back costs
 * no build.
 */
function sourcesKey() {
  const features = filesUnder('features').filter(isOfBrowser)
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
