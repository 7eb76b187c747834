// Replaces the page that the server drew by the rendered one, and repeats on it the user's actions from before
// the code had loaded: text and choices, the focus, and the last press of a button (web/start-landing.ts records it).

const controls = 'a, button, input, select, textarea'

/**
 * Returns the page's controls by tag and their number among equal ones. With `hasWords`, only those with the same
 * words are equal.
 */
function controlsIn(root: ParentNode, hasWords: boolean): ReadonlyMap<string, HTMLElement> {
  const controlByName = new Map<string, HTMLElement>()
  for (const control of root.querySelectorAll<HTMLElement>(controls)) {
    const words = hasWords ? (control.getAttribute('aria-label') ?? control.textContent) : ''
    let name = `${control.tagName} ${words}`
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
  // A browser's translator has changed the words of the drawn page, but not yet those of the rendered one.
  const hasWords = root.querySelector('font') === null
  const drawn = [...controlsIn(root, hasWords)]
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
    const controlByName = controlsIn(root, hasWords)
    const renderedOf = (name: string, { tagName }: HTMLElement) => {
      const count = (all: Iterable<HTMLElement>) =>
        [...all].filter((one) => one.tagName === tagName).length
      const isSamePage =
        hasWords || count(drawn.map(([, each]) => each)) === count(controlByName.values())
      return isSamePage ? controlByName.get(name) : undefined
    }
    for (const [name, control] of drawn) {
      const same = renderedOf(name, control)
      if (same) copyInput(control, same)
      if (control === focused) same?.focus({ preventScroll: true })
    }
    const pressed = drawn.filter(([, control]) => control.dataset.pressed !== undefined).at(-1)
    if (pressed) renderedOf(...pressed)?.click()
  }).observe(root, { childList: true })
  render()
}
