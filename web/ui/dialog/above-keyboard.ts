// Keeps a fixed layer above the keyboard on the screen: phones lay it over the page, where it would
// cover a sheet's button. A zoomed page is left alone.

/** A ref: `--keyboard` of the layer is the height that the keyboard takes, and the field stays in sight. */
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
