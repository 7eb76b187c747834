// Animates a navigation: a project's picture moves from its card to the project's page. In browsers without
// view transitions, and with reduced motion, the page changes without an animation.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/**
 * The `view-transition-name` of the moving picture. Only one element of a page may have it
 * (project-page.css).
 */
const sceneName = 'scene'
const targetPicture = '.project-picture'

/** Maximum ms to wait for the picture of the next page. After that, the animation starts without it. */
const waitMsMax = 250
const pollMs = 10

/** Returns false if the user prefers reduced motion. */
export function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Gives the name of the moving picture to the pressed picture, and removes it from all others. */
export function moveFrom(picture: HTMLElement | null | undefined) {
  for (const each of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    each.style.setProperty('view-transition-name', each === picture ? sceneName : 'none')
  }
}

async function waitForTarget() {
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    if (document.querySelector(targetPicture)) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Navigates. With the option `transition`, the navigation is animated. */
export const navigateWithTransition: AroundNavHandler = (navigate, to, options) => {
  if (!options?.transition || !('startViewTransition' in document) || !mayMove()) {
    navigate(to, options)
    return
  }
  const transition = document.startViewTransition(async () => {
    flushSync(() => navigate(to, options))
    await waitForTarget()
  })
  // If the browser skips the animation, both promises reject, and the page changes without it.
  transition.ready.catch(() => undefined)
  transition.finished.catch(() => undefined)
}
