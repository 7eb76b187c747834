// Animates a navigation: a project's scene moves from its card to the project's page. It needs
// support of the browser, and respects reduced motion.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/** The name of the moving scene, unique on a page (project-page.css). */
const sceneName = 'scene'
const arrived = '.project-picture'

/** Time limit, ms, for drawing the next page; after it the navigation has no animation. */
const waitMs = 250
const lookMs = 10

/** Whether motion is allowed on this screen. */
export function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Only the pressed picture moves. */
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

/** For links with `transition`; all others navigate at once. */
export const asOneMovement: AroundNavHandler = (navigate, to, options) => {
  if (!options?.transition || !('startViewTransition' in document) || !mayMove()) {
    navigate(to, options)
    return
  }
  const transition = document.startViewTransition(async () => {
    flushSync(() => navigate(to, options))
    await untilDrawn()
  })
  // A skipped animation is no error: the page is shown.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
}
