// Starts the browser's app: takes over the prerendered landing page, or draws the requested page.
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadProtectedArea, Pages } from './app/routes.tsx'
import { paths } from './paths.ts'
import './styles/public.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')

/** The pages that a build prerenders. During development no document contains them. */
const drawn = import.meta.env.DEV ? (await import('./app/drawn-pages.tsx')).drawnPages : null
const pages = (
  <StrictMode>
    <Pages drawn={drawn} />
  </StrictMode>
)

/** Pages to hydrate: their documents contain the drawn page already. */
const drawnPages: readonly string[] = [paths.landing, paths.public('verify')]

/** React does not know the elements of a browser's translator. */
let isTranslated = root.querySelector('font') !== null
new MutationObserver(() => {
  isTranslated ||= root.querySelector('font') !== null
}).observe(root, { childList: true, subtree: true })

if (drawnPages.includes(location.pathname) && root.childElementCount > 0 && !isTranslated) {
  // A transition is interruptible, so that a slow phone can scroll and type meanwhile.
  startTransition(() => {
    hydrateRoot(root, pages, {
      // A part that was translated before its code loaded is drawn again; this is no error.
      onRecoverableError: (error) => {
        if (!isTranslated) reportError(error)
      },
    })
  })
} else {
  loadProtectedArea().catch(() => undefined)
  createRoot(root).render(pages)
}
