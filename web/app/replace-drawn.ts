// Replaces the page that the server drew by the rendered one, and repeats on it the user's actions from before
// the code had loaded: typed text, the focus, and the last press of a button (web/start-landing.ts records it).

const controls = 'a, button, input, select, textarea'

/** Returns the page's controls by tag, words and their number among equal ones. */
function controlsIn(root: ParentNode): ReadonlyMap<string, HTMLElement> {
  const controlByName = new Map<string, HTMLElement>()
  for (const control of root.querySelectorAll<HTMLElement>(controls)) {
    let name = `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`
    while (controlByName.has(name)) name += '+'
    controlByName.set(name, control)
  }
  return controlByName
}

/** Returns text that the user typed, or undefined without any. */
function typedIn(control: HTMLElement): string | undefined {
  const { value, defaultValue }: { value?: string; defaultValue?: string } = Object(control)
  return defaultValue === undefined || value === defaultValue ? undefined : value
}

/** Types `text` into a field, so that React notices it. */
function type(field: HTMLElement, text: string) {
  // React replaces the property of the element itself, and would ignore a value that is set through it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Calls `render`, and repeats the user's actions when it has replaced the content of `root`. An action on
 * something that the rendered page does not have is dropped.
 */
export function replaceDrawn(root: HTMLElement, render: () => void) {
  const drawn = [...controlsIn(root)]
  let focused = document.activeElement
  root.addEventListener('focusin', () => {
    focused = document.activeElement
  })
  new MutationObserver((_, observer) => {
    observer.disconnect()
    delete root.dataset.drawn
    const rendered = controlsIn(root)
    for (const [name, control] of drawn) {
      const text = typedIn(control)
      const same = rendered.get(name)
      if (same && text !== undefined) type(same, text)
      if (control === focused) same?.focus({ preventScroll: true })
    }
    const pressed = drawn.filter(([, control]) => control.dataset.pressed !== undefined).at(-1)
    if (pressed) rendered.get(pressed[0])?.click()
  }).observe(root, { childList: true })
  render()
}
