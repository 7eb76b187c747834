// Steps that are drawn as one movement: a project's scene grows from its card to the project's page.
// Only where the browser can, and never for people who want nothing to move.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/** The name of the moving scene: one element of a page has it (project-page.css). */
const sceneName = 'scene'
const arrived = '.project-picture'

/** How long a page may take to be drawn until the step goes on without a movement; milliseconds. */
const waitMs = 250
const lookMs = 10

/** Whether things may move on this screen. */
export function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The picture that is pressed moves; no other one of the page does. */
export function moveFrom(picture: HTMLElement | null | undefined) {
  for (const each of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    each.style.setProperty('view-transition-name', each === picture ? sceneName : 'none')
  }
}

async function untilDrawn() {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += lookMs) {
    if (document.querySelector(arrived)) return
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

/** For links with `transition`; all others lead on at once. */
export const asOneMovement: AroundNavHandler = (navigate, to, options) => {
  if (!options?.transition || !('startViewTransition' in document) || !mayMove()) {
    navigate(to, options)
    return
  }
  const transition = document.startViewTransition(async () => {
    flushSync(() => navigate(to, options))
    await untilDrawn()
  })
  // A movement that the browser leaves out is no error: the page is there.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
}
