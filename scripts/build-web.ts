// Builds the browser half into dist/web: texts, one bundle per language, and its documents. The
// documents are the prerendered landing page (index.html), the other public pages (privacy.html and
// its like) and the shell of /app (app.html). Those of the base language are in dist/web, the
// others in dist/web/<locale>/; all share dist/web/assets. Each file has a compressed copy (.br).
// It must not leave a half-written dist/web: it builds in another folder and renames it at the end.
import { createHash } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { build } from 'vite'
import { sharePicture } from '#features/landing/link-picture.ts'
import { sharedLinks, sharePicturePath } from '#features/landing/shared-link.ts'
import { compileTexts } from '#texts/compile-texts.ts'
import { defaultLanguage, languages } from '#values/lists/languages.ts'
import { offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'
import { appPageNames, drawnDocument } from '#values/lists/pages-of-app.ts'
import { type PublicPage, publicPages, publicPath, titlePages } from '#values/lists/public-pages.ts'
import { browserCalls } from './browser-calls.ts'
import { buildOfflineVerifier } from './build-offline-verifier.ts'
import { compressFiles } from './compress-files.ts'
import { licensesText } from './licenses.ts'
import {
  filesOfPage,
  type Manifest,
  type OfflineShell,
  offlineShell,
  readManifest,
} from './offline-files.ts'

const newBuild = resolve('dist/.web-next')
/** The code that draws documents. It is not in dist/web, whose files are public. */
const newDrawing = resolve('dist/.drawing-next')

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
    build: { outDir: `${newBuild}/.${locale}`, emptyOutDir: true },
  })
  await build({
    logLevel: 'warn',
    // Includes React, whose build would otherwise depend on the server's NODE_ENV.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: `${newDrawing}/${locale}`,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      license: false,
      rolldownOptions: {
        input: ['web/prerender.tsx', 'web/app/draw-page.tsx'],
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}

async function writeDocuments(
  locale: string,
  folder: string,
  { starter, manifest }: { starter: string; manifest: Manifest },
) {
  const { render }: { render: () => Promise<Rendered> } = await import(
    `${newDrawing}/${locale}/prerender.js`
  )
  const template = withoutOwnPreload(await readFile(`${newBuild}/.${locale}/index.html`, 'utf8'))
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
    ['index.html', withDeferredCode(fill(pages.title, pages.landing), starter)],
    ...appPageNames.flatMap((page) => {
      const document = withFirstLinks(
        fill(pages.shellTitle, pages.shell),
        filesOfPage(manifest, page),
      )
      const built = [`${page}.html`, withLateCode(document)] as const
      const drawn = drawnDocument(page)
      // The code of a drawn page waits until the page is painted.
      return drawn === null
        ? [built]
        : [built, [drawn, withDeferredCode(document, starter)] as const]
    }),
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

/** Removes Vite's preload of the document's own script, which the document already loads. */
function withoutOwnPreload(html: string): string {
  const [, script] = mainScript.exec(html) ?? []
  if (script === undefined) throw new Error('The document names no code.')
  return html.replace(`<link rel="modulepreload" crossorigin href="${script}">`, '')
}

/**
 * Adds links that load the files of a page of /app with the document, instead of after its first script has
 * run.
 */
function withFirstLinks(html: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !html.includes(`"${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    )
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

function withLateCode(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
}

/** Removes the scripts of a page that only shows text. */
function withoutCode(html: string): string {
  return html.replace(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
}

/**
 * Makes a document load its code after its style and fonts, so that the page is painted first. A short
 * starter script loads the code, whose preload links wait in a template (web/start-landing.ts). The starter
 * blocks no longer than the style does, so that a visible button works.
 */
function withDeferredCode(html: string, starter: string): string {
  const links: string[] = []
  const rest = withLateCode(html)
    .replace(
      mainScript,
      `<link id="code" rel="modulepreload" fetchpriority="low" crossorigin href="$1">`,
    )
    .replace(/<link[^>]* rel="modulepreload"[^>]*>/g, (link) => {
      links.push(link)
      return ''
    })
  return rest
    .replace('</title>', () => `</title><script src="${starter}"></script>`)
    .replace('</head>', () => `<template id="late">${links.join('')}</template></head>`)
}

/** Returns the extended fonts, which contain ğ, ş and İ, for Turkish alone. */
async function extendedFacesOf(locale: string): Promise<string> {
  if (locale !== 'tr') return ''
  const files = await readdir(`${newBuild}/.${locale}/assets`)
  return files
    .filter((file) => /^(marcellus|hanken).*latin-ext.*\.woff2$/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    )
    .join('')
}

/** Adds the product's typefaces, at their bundled addresses, to the style sheet of plain pages. */
async function addTypefaces(sheet: string) {
  const files = (await readdir(`${newBuild}/assets`)).filter((file) => file.endsWith('.css'))
  const sheets = await Promise.all(
    files.map((file) => readFile(`${newBuild}/assets/${file}`, 'utf8')),
  )
  const faces = new Set(sheets.flatMap((text) => text.match(/@font-face\s*\{[^}]*\}/g) ?? []))
  await appendFile(`${newBuild}/${sheet}`, [...faces].join('\n'))
}

/** Bundles a script outside the language bundles, the same for every language. */
async function bundleSeparately(
  entry: string,
  file: string,
  define: Readonly<Record<string, string>> = {},
) {
  await build({
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [browserCalls()],
    build: {
      target: 'es2022',
      outDir: newBuild,
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

/** Writes the offline verifier. Returns its SHA-256 in hex and its size in bytes. */
async function writeOfflineVerifier(): Promise<string> {
  const file = `${newBuild}${offlineVerifierPath}`
  const bytes = Buffer.from(await buildOfflineVerifier())
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
  return `${createHash('sha256').update(bytes).digest('hex')} ${bytes.length}`
}

/** Bundles the starter and returns its path, which contains a hash of its content. */
async function bundleStarter(): Promise<string> {
  const plain = `${newBuild}/assets/start-landing.js`
  await bundleSeparately('web/start-landing.ts', 'assets/start-landing.js')
  const hash = createHash('sha256')
    .update(await readFile(plain))
    .digest('base64url')
  const path = `/assets/start-landing-${hash.slice(0, 8)}.js`
  await rename(plain, `${newBuild}${path}`)
  return path
}

compileTexts()
const shells: Record<string, OfflineShell> = {}
await rm(newBuild, { recursive: true, force: true })
const offlineVerifier = await writeOfflineVerifier()
process.env.VITE_OFFLINE_VERIFIER = offlineVerifier // read by vite.config.ts
const starter = await bundleStarter()
for (const locale of languages) {
  await bundle(locale)
  const folder = locale === defaultLanguage ? newBuild : `${newBuild}/${locale}`
  const manifest = await readManifest(`${newBuild}/.${locale}/.vite/manifest.json`)
  await writeDocuments(locale, folder, { starter, manifest })
  const document = await readFile(`${folder}/app.html`, 'utf8')
  shells[locale] = offlineShell(manifest, document)
  if (locale === defaultLanguage) {
    const libraries = await readFile(`${newBuild}/.${locale}/.vite/license.md`, 'utf8')
    const fonts = await readFile('web/styles/fonts.css', 'utf8')
    await writeFile(`${newBuild}/licenses.txt`, await licensesText(libraries, fonts))
  }
  await rm(`${newBuild}/.${locale}/.vite`, { recursive: true })
  await rm(`${newBuild}/.${locale}/index.html`)
  await cp(`${newBuild}/.${locale}`, newBuild, { recursive: true })
  await rm(`${newBuild}/.${locale}`, { recursive: true })
}
await bundleSeparately('web/app/api-docs.ts', 'api-docs.js')
await addTypefaces('plain.css')
await mkdir(`${newBuild}/share`)
for (const language of languages) {
  for (const link of sharedLinks) {
    const path = sharePicturePath(language, link)
    await writeFile(`${newBuild}${path}`, await sharePicture(language, link))
  }
}
// At the root, so that its scope includes every page of /app.
const isText = (page: PublicPage) => titlePages.some((each) => each === page)
const livePages = publicPages.filter((page) => !isText(page)).map(publicPath)
await bundleSeparately('web/service-worker.ts', 'service-worker.js', {
  shells: JSON.stringify(shells),
  textPages: JSON.stringify(titlePages.map(publicPath)),
  livePages: JSON.stringify(['/', ...livePages]),
})
await compressFiles(newBuild)
for (const [from, to] of [
  [newDrawing, 'dist/drawing'],
  [newBuild, 'dist/web'],
] as const) {
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
}
