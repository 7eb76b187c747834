// Reads the card that the server drew into the document, so that the first rendering shows the same card.
import { showDrawnCard } from '#features/people/web/session/session.ts'

// The code that draws contains this file too, and has no document.
const root = import.meta.env.SSR ? null : document.querySelector<HTMLElement>('#root')
if (root?.dataset.card) showDrawnCard(JSON.parse(root.dataset.card))
