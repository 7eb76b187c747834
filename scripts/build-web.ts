// Builds the browser half into dist/web: texts, one bundle per language, and its documents, the
// prerendered landing page (index.html), the other public pages (privacy.html and its like) and the
// shell of /app (app.html). The base language's stand in dist/web, the others' in dist/web/<locale>/;
// all share dist/web/assets. Beside each file stands what of it is sent, compressed (.br). It must not
// leave a half-written dist/web behind: it builds beside it and renames at the end.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'
import { compileTexts } from '#texts/compile-texts.ts'
import { defaultLanguage, languages } from '#values/lists/languages.ts'
import { compressFiles } from './compress-files.ts'
import {
  frameFiles,
  type Manifest,
  type OfflineShell,
  offlineShell,
  readManifest,
} from './offline-files.ts'

const next = resolve('dist/.web-next')
const renderer = resolve('dist/.web-renderer')

type PublicDocument = {
  readonly name: string
  readonly title: string
  readonly content: string
  readonly needsCode: boolean
}
type Rendered = Readonly<
  Record<'landing' | 'shell' | 'title' | 'shellTitle' | 'description', string>
> & {
  readonly publicPages: readonly PublicDocument[]
}

const mainScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/

async function bundle(locale: string) {
  process.env.VITE_LOCALE = locale // read by vite.config.ts
  await build({
    logLevel: 'warn',
    build: { outDir: `${next}/.${locale}`, emptyOutDir: true },
  })
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      outDir: `${renderer}/${locale}`,
      emptyOutDir: true,
      copyPublicDir: false,
    },
  })
}

async function writeDocuments(
  locale: string,
  folder: string,
  { starter, manifest }: { starter: string; manifest: Manifest },
) {
  const { render }: { render: () => Promise<Rendered> } = await import(
    `${renderer}/${locale}/prerender.js`
  )
  const template = namedOnce(await readFile(`${next}/.${locale}/index.html`, 'utf8'))
  const pages = await render()
  const extendedFaces = await extendedFacesOf(locale)
  const fill = (title: string, content: string) =>
    template
      .replace('lang="en"', `lang="${locale}"`)
      .replace('%TITLE%', title)
      .replace('</title>', () => `</title>${extendedFaces}`)
      .replace('%DESCRIPTION%', pages.description)
      .replace('<!--app-->', () => content)
  await mkdir(folder, { recursive: true })
  for (const [name, content] of [
    ['index.html', paintedFirst(fill(pages.title, pages.landing), starter)],
    ['app.html', withFrame(fill(pages.shellTitle, pages.shell), frameFiles(manifest))],
    ...pages.publicPages.map(({ name, title, content, needsCode }) => {
      const document = fill(title, content)
      return [`${name}.html`, needsCode ? document : withoutCode(document)] as const
    }),
  ] as const) {
    if (/\sstyle=|<style|<script(?![^>]*\ssrc=)/.test(content)) {
      throw new Error(`${name} (${locale}) holds an inline script or style.`)
    }
    await writeFile(`${folder}/${name}`, content)
  }
}

/** Vite tells the browser to preload the very script that the document runs, too. */
function namedOnce(html: string): string {
  const [, script] = mainScript.exec(html) ?? []
  if (script === undefined) throw new Error('The document names no code.')
  return html.replace(`<link rel="modulepreload" crossorigin href="${script}">`, '')
}

/** The frame of /app is asked for with the document, and not when its first script has run. */
function withFrame(html: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !html.includes(`"${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    )
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

/** What only shows text is read without any. */
function withoutCode(html: string): string {
  return html.replace(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
}

/**
 * What is painted waits for no code: a few lines start it afterwards (web/start-landing.ts), and it
 * is loaded behind the style and the faces. The lines come first and hold up no more than the style does:
 * what is shown can be pressed. /app has nothing to paint before, so it starts at once.
 */
function paintedFirst(html: string, starter: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      mainScript,
      `<link id="code" rel="modulepreload" fetchpriority="low" crossorigin href="$1">`,
    )
    .replace('</title>', () => `</title><script src="${starter}"></script>`)
}

/** ğ, ş and İ stand in the extended half of the faces: Turkish paints with it first. */
async function extendedFacesOf(locale: string): Promise<string> {
  if (locale !== 'tr') return ''
  const files = await readdir(`${next}/.${locale}/assets`)
  return files
    .filter((file) => /^(marcellus|hanken).*latin-ext.*\.woff2$/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    )
    .join('')
}

/** A script outside the bundles, the same in every language. */
async function bundleAlone(
  entry: string,
  file: string,
  define: Readonly<Record<string, string>> = {},
) {
  await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      target: 'es2022',
      outDir: next,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: resolve(entry),
        formats: ['iife'],
        name: 'alone',
        fileName: () => file,
      },
    },
  })
}

/** Its path, which holds a hash of its content as every asset's does. */
async function bundleStarter(): Promise<string> {
  const plain = `${next}/assets/start-landing.js`
  await bundleAlone('web/start-landing.ts', 'assets/start-landing.js')
  const hash = createHash('sha256')
    .update(await readFile(plain))
    .digest('base64url')
  const path = `/assets/start-landing-${hash.slice(0, 8)}.js`
  await rename(plain, `${next}${path}`)
  return path
}

compileTexts()
const shells: Record<string, OfflineShell> = {}
await rm(next, { recursive: true, force: true })
const starter = await bundleStarter()
for (const locale of languages) {
  await bundle(locale)
  const folder = locale === defaultLanguage ? next : `${next}/${locale}`
  const manifest = await readManifest(`${next}/.${locale}/.vite/manifest.json`)
  await writeDocuments(locale, folder, { starter, manifest })
  const document = await readFile(`${folder}/app.html`, 'utf8')
  shells[locale] = offlineShell(manifest, document)
  await rm(`${next}/.${locale}/.vite`, { recursive: true })
  await rm(`${next}/.${locale}/index.html`)
  await cp(`${next}/.${locale}`, next, { recursive: true })
  await rm(`${next}/.${locale}`, { recursive: true })
}
await bundleAlone('web/app/api-docs.ts', 'api-docs.js')
// At the root: from there it may serve every page of /app.
await bundleAlone('web/service-worker.ts', 'service-worker.js', { shells: JSON.stringify(shells) })
await compressFiles(next)
await rm('dist/web', { recursive: true, force: true })
await rename(next, 'dist/web')
await rm(renderer, { recursive: true, force: true })
