// How the browser half is bundled. It must never inline a script, a style or a font: the
// Content-Security-Policy refuses them.
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/compile-messages.ts'

const apiOrigin = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const locale = process.env.VITE_LOCALE ?? 'en'

/** While developing: texts are compiled at the start and again whenever one changes. */
const messagesWhileDeveloping: Plugin = {
  name: 'messages-while-developing',
  apply: 'serve',
  async configureServer(server) {
    await compileMessages()
    server.watcher.add(resolve('messages'))
    server.watcher.on('change', async (file) => {
      if (!file.startsWith(resolve('messages'))) return
      await compileMessages().catch((error: Error) => server.config.logger.error(error.message))
    })
  },
}

/** Around each text the compiler puts a function that chooses its language. */
const choosing =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s+experimental[^;]+?\s+return (\w+)\(inputs\)\s+\}\);?/

/** Each folder of texts holds one language: what chooses among languages stays out of the bundle. */
const oneLanguage: Plugin = {
  name: 'one-language',
  enforce: 'pre',
  transform: {
    filter: { id: /\/\.paraglide\/[a-z]+\/messages\/[^/]+\.js$/ },
    handler(code) {
      const left = code.replace(choosing, '$1')
      if (left === code && code.includes('getLocale()')) this.error('The choice looks different.')
      return { code: left, map: null }
    },
  },
}

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  define: { 'import.meta.env.VITE_LOCALE': JSON.stringify(locale) },
  resolve: {
    // web/texts.ts names English; a bundle of another language swaps the folder.
    alias: [
      { find: /^#\.paraglide\/en\//, replacement: `${resolve('.paraglide', locale)}/` },
      // The router brings along what React has had of its own since version 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  plugins: [messagesWhileDeveloping, oneLanguage, tailwindcss(), react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true, // scripts/offline-files.ts reads what the shell is made of
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/passport', '/dev', '/health'].map((path) => [path, apiOrigin]),
    ),
  },
})
