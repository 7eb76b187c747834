// Groups the modules of the browser code into files. By default the bundler creates a file for each set
// of modules that the same pages need, which is dozens per page.
import { basename, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const entry = resolve('web/main.tsx')
/** Entry module of every page of /app. */
const frame = resolve('web/app/protected-routes.tsx')
/** The module that exports every text. Another module needs only the texts that it calls. */
const texts = resolve('web/texts.ts')
const textCall = /\btexts\.(\w+)/g

type Graph = {
  /** Returns the modules that a module imports statically. */
  readonly importsOf: (id: string) => readonly string[]
  /** Returns the modules that a module may import later. */
  readonly laterImportsOf: (id: string) => readonly string[]
}

function graphOf(infoOf: (id: string) => Rolldown.ModuleInfo | null): Graph {
  const textModules =
    infoOf(texts)?.importedIds.flatMap((id) => infoOf(id)?.importedIds ?? []) ?? []
  const textFiles = new Map(textModules.map((id) => [basename(id, '.ts'), id]))
  const textsIn = (code: string) =>
    [...code.matchAll(textCall)].flatMap(([, name = '']) => textFiles.get(name) ?? [])
  return {
    importsOf(id) {
      const info = infoOf(id)
      if (info === null || id === texts) return []
      return [...info.importedIds, ...textsIn(info.code ?? '')]
    },
    laterImportsOf: (id) => infoOf(id)?.dynamicallyImportedIds ?? [],
  }
}

/** Returns the modules reachable from `from`, without itself. */
function reachableFrom(from: string, follow: (id: string) => readonly string[]): Set<string> {
  const seen = new Set([from])
  for (const id of seen) for (const next of follow(id)) seen.add(next)
  seen.delete(from)
  return seen
}

/** Returns a plugin that reads the module graph, and the groups for output.codeSplitting. */
export function sharedChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let entryModules = new Set<string>()
  let publicModules = new Set<string>()
  let frameModules = new Set<string>()
  return {
    plugin: {
      name: 'shared-chunks',
      apply: 'build',
      buildEnd() {
        const { importsOf, laterImportsOf } = graphOf((id) => this.getModuleInfo(id))
        entryModules = reachableFrom(entry, importsOf)
        publicModules = reachableFrom(entry, (id) =>
          id === frame ? [] : [...importsOf(id), ...laterImportsOf(id)],
        )
        frameModules = reachableFrom(frame, importsOf)
      },
    },
    groups: [
      // Groups the modules of the landing page. Without this group each module that another page needs
      // too is a separate file: the landing page had eight.
      { name: 'base', test: (id) => entryModules.has(id) && !id.endsWith('.css') },
      { name: 'frame', test: (id) => frameModules.has(id) && !publicModules.has(id) },
      {
        name: 'common',
        test: (id) => frameModules.has(id) && publicModules.has(id) && !entryModules.has(id),
      },
    ],
  }
}
