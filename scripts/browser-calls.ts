// Replaces a feature's `<feature>-calls.ts` in browser code by a reduced form: the id, method, path and
// answer check of each call. Neither zod nor the descriptions for API readers reach a bundle.
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Call } from '#values/call.ts'
import { newShapeNames, shapeCode } from './shape-code.ts'

const suffix = '?browser'
const root = `${import.meta.dirname}/..`

const isBrowserFile = (path: string) =>
  /^(web|features\/(.+\/)?web)\//.test(path) && !/\.test\.tsx?$/.test(path)

/** Returns true for a file of calls, which is never in a folder `web/`. */
export const isCallsFile = (path: string) =>
  /^(features\/(?!.*\/web\/).*|platform\/http\/[^/]+)-calls\.ts$/.test(path)

/** Returns the path in the repository, without the query that a bundler appends. */
const pathOf = (id: string) => relative(root, id.split('?')[0] ?? '').replaceAll('\\', '/')

export function browserCalls(): Plugin {
  return {
    name: 'browser-calls',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('-calls.ts') || importer === undefined) return null
      if (!isBrowserFile(pathOf(importer))) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found !== null && isCallsFile(pathOf(found.id)) ? `${found.id}${suffix}` : null
    },
    async load(id) {
      if (!id.endsWith(suffix)) return null
      const file = id.slice(0, -suffix.length)
      this.addWatchFile(file)
      // Adds a query to the address of a changed file, because Node caches modules by address.
      const address = `${pathToFileURL(file)}?changed=${statSync(file).mtimeMs}`
      return browserCode(await import(address))
    },
  }
}

export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'answers' in value && 'method' in value
}

/** Returns the source that replaces a file of calls in browser code. Its other exports are left out. */
export function browserCode(exported: Readonly<Record<string, unknown>>): string {
  const shapeNames = newShapeNames()
  const calls = Object.entries(exported).flatMap(([name, value]) => {
    if (!isCall(value)) return []
    const { id, method, path } = value
    const fields = `id: ${JSON.stringify(id)}, method: '${method}', path: ${JSON.stringify(path)}`
    return [`export const ${name} = { ${fields}, check: ${checkOf(value, shapeNames)} }`]
  })
  const objects = [...shapeNames.objects].map(([code, name]) => `const ${name} = ${code}`)
  const names = [...shapeNames.used].sort().join(', ')
  const imports = names === '' ? [] : [`import { ${names} } from '#web/api/shape.ts'`]
  return [...imports, ...objects, ...calls].join('\n')
}

/** Returns the source of one check for all JSON answers of a call. */
function checkOf({ answers }: Call, shapeNames: ReturnType<typeof newShapeNames>): string {
  const schemas = Object.values(answers).flatMap(({ schema }) => schema ?? [])
  const codes = [...new Set(schemas.map((schema) => shapeCode(schema, shapeNames)))]
  if (codes.length < 2) return codes[0] ?? 'null'
  shapeNames.used.add('either')
  return codes.reduce((one, other) => `/* @__PURE__ */ either(${one}, ${other})`)
}
