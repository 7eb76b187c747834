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
  readonly needs: (id: string) => readonly string[]
  /** Returns the modules that a module may import later. */
  readonly mayNeed: (id: string) => readonly string[]
}

function graphOf(infoOf: (id: string) => Rolldown.ModuleInfo | null): Graph {
  const named = infoOf(texts)?.importedIds.flatMap((id) => infoOf(id)?.importedIds ?? []) ?? []
  const textFiles = new Map(named.map((id) => [basename(id, '.ts'), id]))
  const textsIn = (code: string) =>
    [...code.matchAll(textCall)].flatMap(([, name = '']) => textFiles.get(name) ?? [])
  return {
    needs(id) {
      const info = infoOf(id)
      if (info === null || id === texts) return []
      return [...info.importedIds, ...textsIn(info.code ?? '')]
    },
    mayNeed: (id) => infoOf(id)?.dynamicallyImportedIds ?? [],
  }
}

/** Returns the modules reachable from `from`, without itself. */
function reached(from: string, follow: (id: string) => readonly string[]): Set<string> {
  const seen = new Set([from])
  for (const id of seen) for (const next of follow(id)) seen.add(next)
  seen.delete(from)
  return seen
}

/** Returns a plugin that reads the module graph, and the groups for output.codeSplitting. */
export function sharedChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let ofEntry = new Set<string>()
  let ofPublic = new Set<string>()
  let ofFrame = new Set<string>()
  return {
    plugin: {
      name: 'shared-chunks',
      apply: 'build',
      buildEnd() {
        const { needs, mayNeed } = graphOf((id) => this.getModuleInfo(id))
        ofEntry = reached(entry, needs)
        ofPublic = reached(entry, (id) => (id === frame ? [] : [...needs(id), ...mayNeed(id)]))
        ofFrame = reached(frame, needs)
      },
    },
    groups: [
      // Groups the modules of the landing page. Without this group each module that another page needs
      // too is a separate file: the landing page had eight.
      { name: 'base', test: (id) => ofEntry.has(id) && !id.endsWith('.css') },
      { name: 'frame', test: (id) => ofFrame.has(id) && !ofPublic.has(id) },
      { name: 'common', test: (id) => ofFrame.has(id) && ofPublic.has(id) && !ofEntry.has(id) },
    ],
  }
}
