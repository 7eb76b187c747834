// Limits the sizes of pages after Brotli compression. The limits cover the landing page's scripts and styles
// in each language, the script of each page and dialog of /app, and the console.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, languages } from '../../values/lists/languages.ts'

const root = join(import.meta.dirname, '../../dist/web')
function landing(locale) {
  const folder = locale === defaultLanguage ? root : `${root}/${locale}`
  const html = existsSync(folder) ? readFileSync(`${folder}/index.html`, 'utf8') : ''
  const assetPaths = (extension) =>
    [...html.matchAll(new RegExp(`"(/assets/[^"]+\\.${extension})"`, 'g'))].map(
      ([, path]) => `${root}${path}`,
    )
  return [
    {
      name: `landing page, scripts (${locale})`,
      path: assetPaths('js'),
      limit: '75 kB',
      brotli: true,
    },
    {
      name: `landing page, styles (${locale})`,
      path: assetPaths('css'),
      limit: '8 kB',
      brotli: true,
    },
  ]
}
/** The console's only script. Staff load it once a version. */
const consoleAssets = join(import.meta.dirname, '../../dist/console/assets')
const consoleScripts = existsSync(consoleAssets)
  ? readdirSync(consoleAssets).filter((name) => name.endsWith('.js'))
  : []
const pages = existsSync(`${root}/assets`)
  ? readdirSync(`${root}/assets`).filter((name) => /-(page|dialog)-.*\.js$/.test(name))
  : []

export default [
  ...languages.flatMap(landing),
  ...pages.map((name) => ({
    name,
    path: `${root}/assets/${name}`,
    limit: '15 kB',
    brotli: true,
  })),
  {
    name: 'console, scripts',
    path: consoleScripts.map((name) => `${consoleAssets}/${name}`),
    limit: '150 kB',
    brotli: true,
  },
]
