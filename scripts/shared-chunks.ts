// Groups the modules of the browser code into files. By default the bundler creates a file for each set
// of modules that the same pages need, which is dozens per page.
import { basename, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const entry = resolve('web/main.tsx')
/** Entry module of every page of /app. */
const frame = resolve('web/app/protected-routes.tsx')
const home = resolve('features/home/web/home-page.tsx')
/** The landing page's dialog, which it loads when it is opened. */
const codeDialog = resolve('features/sign-in/web/code-dialog.tsx')
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
  const modules = {
    /** Modules of the landing page. */
    base: new Set<string>(),
    /** Modules that pages outside /app load, at once or later. */
    public: new Set<string>(),
    codeDialog: new Set<string>(),
    frame: new Set<string>(),
    home: new Set<string>(),
    /** Modules of all pages and dialogs of /app. */
    app: new Set<string>(),
    /** Modules of more than one page or dialog of /app. */
    shared: new Set<string>(),
  }
  const isOfMany = (id: string) =>
    modules.frame.has(id) || modules.home.has(id) || modules.shared.has(id)
  const isOfApp = (id: string) => modules.app.has(id) && !modules.public.has(id)
  return {
    plugin: {
      name: 'shared-chunks',
      apply: 'build',
      buildEnd() {
        const { importsOf, laterImportsOf } = graphOf((id) => this.getModuleInfo(id))
        const allImportsOf = (id: string) => [...importsOf(id), ...laterImportsOf(id)]
        modules.base = reachableFrom(entry, importsOf)
        modules.public = reachableFrom(entry, (id) => (id === frame ? [] : allImportsOf(id)))
        modules.codeDialog = reachableFrom(codeDialog, importsOf)
        modules.frame = reachableFrom(frame, importsOf)
        modules.home = reachableFrom(home, importsOf)
        modules.app = reachableFrom(frame, allImportsOf)
        const parts = new Set([frame, ...modules.app].flatMap(laterImportsOf))
        const used = new Set<string>()
        for (const id of [...parts].flatMap((part) => [...reachableFrom(part, importsOf)])) {
          if (used.has(id)) modules.shared.add(id)
          used.add(id)
        }
        // A file of its own, so that a failed load can be repeated under another address (lazy-part.ts).
        const partsOfPublic = [...modules.public].flatMap(laterImportsOf)
        for (const part of [...parts, ...partsOfPublic]) {
          if (isScript(part)) for (const each of Object.values(modules)) each.delete(part)
        }
      },
    },
    // A module is in the file of the first group that contains it. Without groups /app asked for 90 files.
    groups: [
      { name: 'base', test: (id) => modules.base.has(id) && isScript(id) },
      // The landing page's dialog shares them with /app, and must load nothing else of it.
      {
        name: 'form',
        test: (id) => modules.codeDialog.has(id) && modules.app.has(id) && isScript(id),
      },
      { name: 'common', test: (id) => modules.public.has(id) && isOfMany(id) },
      // The styles of all pages of /app are one file.
      { name: 'frame', test: (id) => isOfApp(id) && (modules.frame.has(id) || !isScript(id)) },
      { name: 'home', test: (id) => isOfApp(id) && modules.home.has(id) },
      { name: 'rooms', test: (id) => isOfApp(id) && modules.shared.has(id) },
    ],
  }
}

const isScript = (id: string) => !id.endsWith('.css')
