// Keeps a layer above the on-screen keyboard of a phone, which would cover a dialog's button. A
// zoomed page stays as it is.

/** A ref: sets `--keyboard` of the layer to the keyboard's height, and keeps the field in sight. */
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
