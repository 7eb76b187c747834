// Starts the browser half: takes over the prerendered landing page, or draws the page asked for.
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadProtectedArea, Pages } from './app/routes.tsx'
import { paths } from './paths.ts'
import './styles/public.css'
// A drawn page: its document has this style and no code (drawn-pages.tsx).
import '#features/transparency/web/transparency-page.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')

/** While developing no document holds them. */
const drawn = import.meta.env.DEV ? (await import('./app/drawn-pages.tsx')).drawnPages : null
const pages = (
  <StrictMode>
    <Pages drawn={drawn} />
  </StrictMode>
)

/** Their documents hold them already. */
const drawnPages: readonly string[] = [paths.landing, paths.public('verify')]

/** The elements of a browser's translator are none of React's. */
let isTranslated = root.querySelector('font') !== null
new MutationObserver(() => {
  isTranslated ||= root.querySelector('font') !== null
}).observe(root, { childList: true, subtree: true })

if (drawnPages.includes(location.pathname) && root.childElementCount > 0 && !isTranslated) {
  // As a transition it is done in short pieces: a slow phone goes on scrolling and typing meanwhile.
  startTransition(() => {
    hydrateRoot(root, pages, {
      // What is translated before its code has come is drawn anew, and nothing is wrong.
      onRecoverableError: (error) => {
        if (!isTranslated) reportError(error)
      },
    })
  })
} else {
  loadProtectedArea().catch(() => undefined)
  createRoot(root).render(pages)
}
