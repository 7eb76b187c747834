// Starts the app in the browser: hydrates a prerendered page, or renders a page.
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Pages, ProtectedRoutes } from './app/routes.tsx'
import { paths } from './paths.ts'
import './styles/public.css'

const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('The document has no #root.')

/** Routes of the prerendered pages. Only development needs them, because a build serves them as documents. */
const prerendered = import.meta.env.DEV
  ? (await import('./app/drawn-pages.tsx')).prerenderedRoutes
  : null
const pages = (
  <StrictMode>
    <Pages prerendered={prerendered} />
  </StrictMode>
)

/** Paths of pages to hydrate, whose documents already contain the rendered page. */
const hydratedPaths: readonly string[] = [paths.landing, paths.public('verify')]

/** True after a browser's translator has inserted its elements, which React cannot hydrate. */
let isTranslated = root.querySelector('font') !== null
new MutationObserver(() => {
  isTranslated ||= root.querySelector('font') !== null
}).observe(root, { childList: true, subtree: true })

if (hydratedPaths.includes(location.pathname) && root.childElementCount > 0 && !isTranslated) {
  // A transition can be interrupted, so that the user can scroll and type on a slow phone.
  startTransition(() => {
    hydrateRoot(root, pages, {
      // If a part was translated before its code had loaded, React renders it again. This is no error.
      onRecoverableError: (error) => {
        if (!isTranslated) reportError(error)
      },
    })
  })
} else {
  // A transition is rendered in short tasks, so that the user can scroll and press on a slow phone.
  const render = () => startTransition(() => createRoot(root).render(pages))
  // After a failed load the page shows it.
  ProtectedRoutes.load().then(({ replaceBuilt }) => replaceBuilt(root, render), render)
}
