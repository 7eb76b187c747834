// What a browser may be asked to load, brotli (speed goals 11 and 12): the landing page's scripts
// and styles as its document names them, and each page of /app on its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const root = 'dist/web'
const landing = existsSync(`${root}/index.html`) ? readFileSync(`${root}/index.html`, 'utf8') : ''
const named = (extension) =>
  [...landing.matchAll(new RegExp(`"(/assets/[^"]+\\.${extension})"`, 'g'))].map(
    ([, path]) => `${root}${path}`,
  )
const pages = existsSync(`${root}/assets`)
  ? readdirSync(`${root}/assets`).filter((name) => /-(page|dialog)-.*\.js$/.test(name))
  : []

export default [
  { name: 'landing page, scripts', path: named('js'), limit: '75 kB', brotli: true },
  { name: 'landing page, styles', path: named('css'), limit: '8 kB', brotli: true },
  ...pages.map((name) => ({
    name,
    path: `${root}/assets/${name}`,
    limit: '15 kB',
    brotli: true,
  })),
]
