// Compiles messages/<locale>/*.json into typed functions, one folder a language, under .paraglide/.
// It must never let a build go on without texts: the compiler stays silent when its plugin is gone.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from '@inlang/paraglide-js'

const output = '.paraglide'

export type Languages = { baseLocale: string; locales: string[] }

/** The languages of the product, from the one place that lists them. */
export async function readLanguages(): Promise<Languages> {
  return JSON.parse(await readFile('project.inlang/settings.json', 'utf8'))
}

async function messageKeys(locale: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const file of await readdir(`messages/${locale}`)) {
    const texts: Record<string, unknown> = JSON.parse(
      await readFile(`messages/${locale}/${file}`, 'utf8'),
    )
    for (const key of Object.keys(texts)) {
      if (key === '$schema') continue
      if (keys.has(key)) throw new Error(`messages: ${key} stands twice in ${locale}.`)
      keys.add(key)
    }
  }
  return keys
}

/** Compiles one language alone, so that a bundle can hold no other's texts. */
async function compileLanguage(locale: string, expected: number) {
  const project = `${output}/projects/${locale}.inlang`
  await mkdir(project, { recursive: true })
  const files = await readdir(`messages/${locale}`)
  const settings = {
    baseLocale: locale,
    locales: [locale],
    modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': {
      pathPattern: files.map((file) => `../../messages/{locale}/${file}`),
    },
  }
  await writeFile(`${project}/settings.json`, JSON.stringify(settings))
  await compile({
    project,
    outdir: `${output}/${locale}`,
    strategy: ['baseLocale'],
    isServer: 'import.meta.env.SSR',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  })
  const compiled = await readdir(`${output}/${locale}/messages`)
  const count = compiled.filter((file) => file.endsWith('.js') && file !== '_index.js').length
  if (count === 0 || count < expected) {
    throw new Error(`messages: ${count} of ${expected} texts compiled for ${locale}.`)
  }
}

/** Compiles every language. Throws when none were compiled or a language misses a text. */
export async function compileMessages(): Promise<Languages> {
  const languages = await readLanguages()
  const base = await messageKeys(languages.baseLocale)
  for (const locale of languages.locales) {
    const keys = await messageKeys(locale)
    const missing = [...base].filter((key) => !keys.has(key))
    if (missing.length > 0) throw new Error(`messages: ${locale} misses ${missing.join(', ')}.`)
    await compileLanguage(locale, keys.size)
  }
  return languages
}

if (import.meta.main) {
  await compileMessages()
  process.exit(0) // the compiler leaves timers behind that would hold the process for 30 s
}
