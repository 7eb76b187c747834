// How the console of staff is bundled. It has an origin of its own and is in English only. As in vite.config.ts,
// it must not inline a script, a style or a font: the Content-Security-Policy refuses them.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { defaultLanguage } from '#values/lists/languages.ts'
import { browserCalls } from './scripts/browser-calls.ts'

export default defineConfig({
  root: 'features/console/web',
  publicDir: false,
  define: { 'import.meta.env.VITE_LOCALE': JSON.stringify(defaultLanguage) },
  plugins: [browserCalls(), tailwindcss(), react()],
  build: {
    outDir: '../../../dist/console',
    emptyOutDir: true,
    license: { fileName: '.vite/license.md' }, // scripts/build-console-web.ts adds the fonts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: 'features/console/web/console.html' },
    reportCompressedSize: false,
  },
})
