// Replaces the page that the server drew by the rendered one, and repeats on it the user's actions from before
// the code had loaded: text and choices, the focus, and the last press of a button (web/start-landing.ts records it).

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

/** Repeats a user's input of one control on another. */
function copyInput(from: HTMLElement, to: HTMLElement) {
  if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement) {
    const isChosen = [...from.options].some((each) => each.selected && !each.defaultSelected)
    if (isChosen && from.value !== to.value) setValue(to, from.value, 'change')
  } else if (from instanceof HTMLInputElement && /^(radio|checkbox)$/.test(from.type)) {
    const isChanged = from.checked !== from.defaultChecked
    if (isChanged && to instanceof HTMLInputElement && from.checked !== to.checked) to.click()
  } else if (from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) {
    if (from.value !== from.defaultValue) setValue(to, from.value, 'input')
  }
}

/** Sets a field's value so that React notices it. */
function setValue(field: HTMLElement, value: string, event: 'input' | 'change') {
  // React replaces the property of the element itself, and would ignore a value that is set through it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}

/**
 * Calls `render`, and repeats the user's actions when it has replaced the content of `root`. An action on
 * something that the rendered page does not have is dropped.
 */
export function replaceDrawn(root: HTMLElement, render: () => void) {
  const drawn = [...controlsIn(root)]
  let focused = document.activeElement
  const recordFocus = () => {
    focused = document.activeElement
  }
  root.addEventListener('focusin', recordFocus)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    // Otherwise the listener would keep the removed elements in memory.
    root.removeEventListener('focusin', recordFocus)
    delete root.dataset.drawn
    const rendered = controlsIn(root)
    for (const [name, control] of drawn) {
      const same = rendered.get(name)
      if (same) copyInput(control, same)
      if (control === focused) same?.focus({ preventScroll: true })
    }
    const pressed = drawn.filter(([, control]) => control.dataset.pressed !== undefined).at(-1)
    if (pressed) rendered.get(pressed[0])?.click()
  }).observe(root, { childList: true })
  render()
}
