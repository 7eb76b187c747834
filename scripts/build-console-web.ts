// Builds the console of staff into dist/console: its document, its assets and their compressed copies. It must
// not leave a half-written dist/console: it builds in another folder and renames it at the end.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'
import { compileTexts } from '#texts/compile-texts.ts'
import { compressFiles } from './compress-files.ts'
import { licensesText } from './licenses.ts'

const newBuild = resolve('dist/.console-next')

compileTexts()
await build({
  configFile: 'vite.console.config.ts',
  logLevel: 'warn',
  build: { outDir: newBuild, emptyOutDir: true },
})
const document = await readFile(`${newBuild}/console.html`, 'utf8')
if (/\sstyle=|<style|<script(?![^>]*\ssrc=)/.test(document)) {
  throw new Error('The document of the console holds an inline script or style.')
}
const libraries = await readFile(`${newBuild}/.vite/license.md`, 'utf8')
const fonts = await readFile('web/styles/fonts.css', 'utf8')
await writeFile(`${newBuild}/licenses.txt`, await licensesText(libraries, fonts))
await rm(`${newBuild}/.vite`, { recursive: true })
await rename(`${newBuild}/console.html`, `${newBuild}/index.html`)
await compressFiles(newBuild)
await rm('dist/console', { recursive: true, force: true })
await rename(newBuild, 'dist/console')
