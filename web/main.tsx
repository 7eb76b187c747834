// Starts the browser half: takes over the prerendered landing page, or draws the page asked for.
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { paths } from './paths.ts'
import { loadProtectedArea, Pages } from './routes.tsx'
import './styles/public.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')

const pages = (
  <StrictMode>
    <Pages />
  </StrictMode>
)

/** Their documents hold them already. */
const drawnPages: readonly string[] = [paths.landing, paths.public('verify')]

if (drawnPages.includes(location.pathname) && root.childElementCount > 0) {
  // As a transition it is done in short pieces: a slow phone goes on scrolling and typing meanwhile.
  startTransition(() => {
    hydrateRoot(root, pages)
  })
} else {
  loadProtectedArea().catch(() => undefined)
  createRoot(root).render(pages)
}
