// How the browser half is bundled. It must not inline a script, a style or a font: the
// Content-Security-Policy refuses them.
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { defaultLanguage } from '#values/lists/languages.ts'
import { browserCalls } from './scripts/browser-calls.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { compileTexts } from './texts/compile-texts.ts'

const apiOrigin = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const locale = process.env.VITE_LOCALE ?? defaultLanguage

/** While developing: texts are compiled at the start and again whenever one changes. */
const textsWhileDeveloping: Plugin = {
  name: 'texts-while-developing',
  apply: 'serve',
  configureServer(server) {
    compileTexts()
    const sources = resolve('texts')
    server.watcher.add(sources)
    server.watcher.on('change', (file) => {
      if (!file.startsWith(sources) || !file.endsWith('.json')) return
      try {
        compileTexts()
      } catch (error) {
        server.config.logger.error(error instanceof Error ? error.message : String(error))
      }
    })
  },
}

const shared = sharedChunks()

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  define: {
    'import.meta.env.VITE_LOCALE': JSON.stringify(locale),
    'import.meta.env.VITE_OFFLINE_VERIFIER': JSON.stringify(
      process.env.VITE_OFFLINE_VERIFIER ?? '',
    ),
  },
  resolve: {
    // web/texts.ts names English; a bundle of another language swaps the folder.
    alias: [
      { find: /^#texts\/\.compiled\/en\//, replacement: `${resolve('texts/.compiled', locale)}/` },
      // The router brings along what React has had of its own since version 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  plugins: [browserCalls(), textsWhileDeveloping, shared.plugin, tailwindcss(), react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true, // scripts/offline-files.ts reads what the shell is made of
    license: { fileName: '.vite/license.md' }, // scripts/licenses.ts adds the fonts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // The names of all files are in the first script, and do not compress. 36 bits tell versions apart.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: shared.groups,
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/passport', '/dev', '/health'].map((path) => [path, apiOrigin]),
    ),
  },
})
