// What the service worker keeps of a build: the files of /app in each language, those of every
// page and dialog included, and a version that changes with any of them.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export type OfflineShell = { readonly version: string; readonly files: readonly string[] }

/** The page's own script: it leads to all others. */
const start = 'index.html'

/** The shell of a language, from the manifest that its build left; `document` is its app.html. */
export async function offlineShell(manifestPath: string, document: string): Promise<OfflineShell> {
  const manifest: Manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  const files = new Set<string>()
  const seen = new Set<string>()
  const take = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build holds no ${name}.`)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      files.add(`/${file}`)
    }
    for (const imported of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) {
      take(imported)
    }
  }
  take(start)
  const sorted = [...files].sort()
  const hash = createHash('sha256').update(document).update(sorted.join())
  return { version: hash.digest('base64url').slice(0, 12), files: sorted }
}
