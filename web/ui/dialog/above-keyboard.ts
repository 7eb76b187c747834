// Keeps a dialog above the on-screen keyboard of a phone, which would cover the dialog's button. It does
// nothing on a zoomed page.

/**
 * Ref callback of the dialog's layer: sets its `--keyboard` to the keyboard's height in px, and scrolls the
 * focused field into view.
 */
export function keepAboveKeyboard(layer: HTMLElement | null) {
  const view = window.visualViewport
  if (!layer || !view) return
  const makeRoom = () => {
    const covered = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop
    layer.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    const field = document.activeElement
    if (covered > 0 && field && layer.contains(field)) field.scrollIntoView({ block: 'nearest' })
  }
  makeRoom()
  view.addEventListener('resize', makeRoom)
  view.addEventListener('scroll', makeRoom)
  return () => {
    view.removeEventListener('resize', makeRoom)
    view.removeEventListener('scroll', makeRoom)
  }
}
