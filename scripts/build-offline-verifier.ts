// Builds the offline verifier: one HTML file with its script and its style, in all languages, that makes no request.
// Two builds of the same sources are identical, so that readers can compare the file's SHA-256.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { languages } from '#values/lists/languages.ts'

const entry = 'features/verify/web/offline/open-offline-page.tsx'
const chosenLanguage = resolve('features/verify/web/offline/chosen-language.ts')
const personLocale = resolve('web/person-locale.ts')
const textsIndex = resolve('texts/.compiled/en/index.ts')
/** The texts that the file may use. */
const textNames = /\b((?:verify|common)_\w+)/g
const textPrefix = '\0text:'

/** Replaces each text by one in the chosen language, and the bundle's locale by that of the chosen language. */
const textsInAllLanguages: Plugin = {
  name: 'texts-in-all-languages',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source.startsWith(textPrefix)) return { id: source, moduleSideEffects: false }
    const found = await this.resolve(source, importer, { skipSelf: true })
    if (found?.id === personLocale) return chosenLanguage
    return found
  },
  load(id) {
    if (id === textsIndex) {
      const names = new Set(readFileSync(textsIndex, 'utf8').match(textNames))
      const exported = [...names].map((name) => `export { ${name} } from '${textPrefix}${name}'`)
      return { code: exported.join('\n'), moduleSideEffects: false }
    }
    if (!id.startsWith(textPrefix)) return null
    const name = id.slice(textPrefix.length)
    const imports = languages.map(
      (language) =>
        `import { ${name} as ${language} } from '${resolve('texts/.compiled', language, `${name}.ts`)}'`,
    )
    const code = [
      ...imports,
      `import { chosenLanguage } from '${chosenLanguage}'`,
      `const texts = { ${languages.join(', ')} }`,
      `export const ${name} = (values) => texts[chosenLanguage()](values)`,
    ]
    return { code: code.join('\n'), moduleSideEffects: false }
  },
}

/** Returns the file. The texts must be compiled. The environment of the process has no effect on the file. */
export async function buildOfflineVerifier(): Promise<string> {
  const { NODE_ENV: previous } = process.env
  // Vite and React would otherwise build for development, with paths of this machine.
  process.env.NODE_ENV = 'production'
  try {
    return documentOf(await bundle())
  } finally {
    if (previous === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = previous
  }
}

async function bundle(): Promise<Rolldown.RolldownOutput> {
  const built = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [textsInAllLanguages, tailwindcss(), react()],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: resolve(entry),
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Vite returned no output.')
  return built
}

function documentOf({ output }: Rolldown.RolldownOutput): string {
  const scripts = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  const assets = output.flatMap((file) => (file.type === 'asset' ? [file] : []))
  const textOf = (pattern: RegExp) =>
    assets.filter(({ fileName }) => pattern.test(fileName)).map(({ source }) => source.toString())
  const [[script = ''], [style = ''], [licenses = '']] = [
    scripts,
    textOf(/\.css$/),
    textOf(/\.md$/),
  ]
  if (scripts.length !== 1 || style === '' || licenses === '' || assets.length !== 2) {
    const names = output.map(({ fileName }) => fileName)
    throw new Error(`The offline verifier is not one script and one style: ${names.join(', ')}`)
  }
  if (/url\((?!["']?data:)/.test(style)) throw new Error('The style loads a file.')
  // An HTML parser ends a script at these words, which React's code contains in texts.
  const embedded = script.trim().replaceAll(/<(?=\/?script|!--)/gi, '\\x3c')
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(embedded)}'`,
    `style-src '${hashOf(style)}'`,
    ...["connect-src 'none'", "form-action 'none'", "base-uri 'none'"],
  ].join('; ')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Carbon Passport</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>This file needs JavaScript.</noscript>',
    `<script type="module">${embedded}</script>`,
    `<!--\n${licenses.trim().replaceAll('--', '- -')}\n-->`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
