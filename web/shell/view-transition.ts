// Animates a navigation: a project's picture moves from its card to the project's page. Without the
// browser's support, or with reduced motion, the page changes without animation.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/** The `view-transition-name` of the moving picture, unique on a page (project-page.css). */
const sceneName = 'scene'
const targetPicture = '.project-picture'

/** Time limit in ms for the picture of the next page. The animation then starts without it. */
const waitMsMax = 250
const pollMs = 10

/** Returns whether the user allows motion. */
export function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Gives the pressed picture the name of the moving picture, and removes it from all others. */
export function moveFrom(picture: HTMLElement | null | undefined) {
  for (const each of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    each.style.setProperty('view-transition-name', each === picture ? sceneName : 'none')
  }
}

async function untilDrawn() {
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    if (document.querySelector(targetPicture)) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Animates navigations with the option `transition`; others navigate without animation. */
export const asOneMovement: AroundNavHandler = (navigate, to, options) => {
  if (!options?.transition || !('startViewTransition' in document) || !mayMove()) {
    navigate(to, options)
    return
  }
  const transition = document.startViewTransition(async () => {
    flushSync(() => navigate(to, options))
    await untilDrawn()
  })
  // A skipped animation rejects both promises; the page is shown without it.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
}
