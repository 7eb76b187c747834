// Shows that an action still runs, once it has taken 8 s: on the page, or in the dialog of its button. Screen readers
// announce it. The notice is outside of React, so that the landing page's bundle lacks it (watch-wait.ts).
import { texts } from '#web/texts.ts'

const longMs = 8_000

/**
 * Places the notice as toasts are (toast.tsx): above the navigation and the buttons of dialogs. The style is set by
 * script, because a style sheet of its own would add to the landing page's bundle.
 */
const shownStyle: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  insetInline: '1rem',
  bottom: 'calc(5.5rem + env(safe-area-inset-bottom))',
  zIndex: '60',
  maxWidth: '26rem',
  padding: '0.75rem 1.125rem',
  marginInline: 'auto',
  font: '500 1rem / 1.4 var(--font-text)',
  color: 'var(--color-paper)',
  pointerEvents: 'none',
  background: 'var(--color-ink)',
  // Visible in forced colours.
  border: '1px solid transparent',
  borderRadius: '15px',
  boxShadow: 'var(--shadow-card)',
}

type Notice = {
  readonly element: HTMLElement
  /** Marks of the actions that run, such as those of two buttons of one question. */
  readonly marks: Set<Element>
}

/** The notices by the dialog or page that shows them. */
const notices = new Map<Element, Notice>()

/** Begins a wait, which `mark` shows. Returns a function that ends it. Does nothing without a mark. */
export function beginWait(mark: Element | null): (() => void) | undefined {
  if (mark === null) return undefined
  const place = mark.closest('dialog, [role="dialog"], [role="alertdialog"]') ?? document.body
  const { element, marks } = notices.get(place) ?? addNotice(place)
  marks.add(mark)
  const timer = setTimeout(() => {
    Object.assign(element.style, shownStyle)
    element.textContent = texts.common_still_working()
  }, longMs)
  return () => {
    clearTimeout(timer)
    marks.delete(mark)
    if (marks.size > 0) return
    element.remove()
    notices.delete(place)
  }
}

/** Adds the notice without a text. Screen readers announce a text that comes into an element which they know. */
function addNotice(place: Element): Notice {
  const element = document.createElement('p')
  element.className = 'long-wait'
  element.setAttribute('role', 'status')
  // Without a text it takes no room.
  element.style.position = 'fixed'
  place.append(element)
  const notice = { element, marks: new Set<Element>() }
  notices.set(place, notice)
  return notice
}
