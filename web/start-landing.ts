// Starts the prerendered landing page: lets the browser paint, then loads the page's code. The
// document loads it first, so that it records early typing and presses for that code
// (typed-early.ts).

const fields = '.country-choice select, [type=tel]'

/** Typed text moves to the page in another language, once, within this tab. */
const name = 'typed'

function keepTyped() {
  const typed = document.querySelectorAll<HTMLInputElement>(fields)
  document.documentElement.dataset.typed = [...typed].map(({ value }) => value).join('|')
}

function bringOver() {
  const typed = document.querySelectorAll<HTMLInputElement>(fields)
  sessionStorage[name]?.split('|').forEach((value: string, place: number) => {
    const field = typed[place]
    if (field) field.value = value
  })
  sessionStorage.removeItem(name)
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement && target.hreflang)) return
    keepTyped()
    sessionStorage[name] = document.documentElement.dataset.typed
  })
}

document.addEventListener('input', keepTyped)
document.addEventListener('submit', (event) => {
  // Once loaded, the page's code handles the form and prevents the default action.
  if (event.defaultPrevented) return
  event.preventDefault()
  document.documentElement.dataset.pressed = ''
})

function start() {
  /** The build inserts the name of the code (scripts/build-web.ts), which loads early. */
  const code = document.querySelector<HTMLLinkElement>('#code')?.href
  if (!code) return
  import(/* @vite-ignore */ code).catch(() => {
    // Without its code the form can only reload; the browser keeps typed text.
    document.addEventListener('submit', () => location.reload())
    if (document.documentElement.dataset.pressed !== undefined) location.reload()
  })
}

document.addEventListener('DOMContentLoaded', () => {
  try {
    bringOver()
  } catch {
    // Without storage the number is typed again.
  }
  keepTyped()
  // A page in the background gets no frames. A task queued within a frame runs after its paint.
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})

export {}
