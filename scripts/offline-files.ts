// Finds the files of a page in a build's manifest: those of each page of /app, and those that
// the service worker caches. The cache has every page and dialog, and a version that changes with any
// of them.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AppPage, appPages } from '#values/lists/pages-of-app.ts'

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

export type OfflineShell = { readonly version: string; readonly files: readonly string[] }

/** The page's entry script, which imports all others. */
const start = 'index.html'

/** The frame of every page of /app. The document's script does not import it. */
const frame = 'app/protected-routes.tsx'

export async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/**
 * Returns the paths of a chunk's files and of its imports, recursively. `importsOf` selects the imports
 * to follow.
 */
function filesOf(
  manifest: Manifest,
  name: string,
  importsOf: (chunk: Chunk) => readonly string[],
): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const collect = (each: string) => {
    if (seen.has(each)) return
    seen.add(each)
    const chunk = manifest[each]
    if (chunk === undefined) throw new Error(`The build holds no ${each}.`)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      files.add(`/${file}`)
    }
    for (const imported of importsOf(chunk)) collect(imported)
  }
  collect(name)
  return [...files]
}

/** Returns the scripts and styles of a page of /app with its frame, in the order of the build. */
export function filesOfPage(manifest: Manifest, page: AppPage): readonly string[] {
  const files = [frame, `../${appPages[page].code}`].flatMap((part) =>
    filesOf(manifest, part, ({ imports = [] }) => imports),
  )
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
}

/** Returns the offline files of a language with their version. `document` is its app.html. */
export function offlineShell(manifest: Manifest, document: string): OfflineShell {
  const files = filesOf(manifest, start, ({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
  ])
  const sorted = files.sort()
  const hash = createHash('sha256').update(document).update(sorted.join())
  return { version: hash.digest('base64url').slice(0, 12), files: sorted }
}
