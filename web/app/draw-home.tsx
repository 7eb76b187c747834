// Renders the frame of /app with a user's passport card for the server, which sends it in the document of a
// signed-in request (server/pages/home-document.ts). The browser's bundle must not import this file.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { showDrawnCard } from '#features/people/web/session/session.ts'
import type { DrawHome, ShownCard } from '#values/shown-card.ts'
import { paths } from '../paths.ts'
import { LateRetry, NeedsScripts } from '../shell/without-scripts.tsx'
import { CheckingPlaceholder } from './page-skeleton.tsx'
import { ProtectedArea } from './protected-area.tsx'

const drawCard = (card: ShownCard) => (
  <CheckingPlaceholder card={card} onPainted={() => Promise.resolve()} />
)

/** Returns the content of the document's #root. It is synchronous, because all requests share the session. */
export const drawHome: DrawHome = (card) => {
  showDrawnCard(card)
  return renderToString(
    <StrictMode>
      <Router ssrPath={paths.home}>
        <ProtectedArea whileChecking={drawCard}>{null}</ProtectedArea>
      </Router>
      <aside className="fixed inset-x-0 bottom-24 grid justify-items-center [&>*]:bg-paper [&>*]:py-3">
        <NeedsScripts />
        <LateRetry />
      </aside>
    </StrictMode>,
  )
}
