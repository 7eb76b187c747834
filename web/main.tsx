// Starts the app in the browser: hydrates a prerendered page, or renders the requested page.
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadProtectedArea, Pages } from './app/routes.tsx'
import { paths } from './paths.ts'
import './styles/public.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')

/** Routes of the prerendered pages, needed only in development: a build serves them as documents. */
const drawn = import.meta.env.DEV ? (await import('./app/drawn-pages.tsx')).drawnPages : null
const pages = (
  <StrictMode>
    <Pages drawn={drawn} />
  </StrictMode>
)

/** Paths of pages to hydrate: their documents contain the rendered page already. */
const drawnPages: readonly string[] = [paths.landing, paths.public('verify')]

/** True once a browser's translator inserted its elements, which React cannot hydrate. */
let isTranslated = root.querySelector('font') !== null
new MutationObserver(() => {
  isTranslated ||= root.querySelector('font') !== null
}).observe(root, { childList: true, subtree: true })

if (drawnPages.includes(location.pathname) && root.childElementCount > 0 && !isTranslated) {
  // A transition is interruptible, so the user can scroll and type on a slow phone.
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
