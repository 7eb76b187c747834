// Starts the prerendered landing page: it lets the browser paint what is there already, and brings the page's
// code in after that. The document names it first, so that it runs before anything can be typed or pressed;
// both are kept for the code (typed-early.ts).

const fields = '.country-choice select, [type=tel]'

/** What is typed goes along to the page in another language, once, within this tab. */
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
  // Once the code has taken the page over, it prevents what the browser would do by itself.
  if (event.defaultPrevented) return
  event.preventDefault()
  document.documentElement.dataset.pressed = ''
})

function start() {
  /** The build names the code here (scripts/build-web.ts); it is on its way before it is wanted. */
  const code = document.querySelector<HTMLLinkElement>('#code')?.href
  if (!code) return
  import(/* @vite-ignore */ code).catch(() => {
    // Without its code the form can only begin anew; the browser keeps what was typed.
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
  // A hidden page gets no frames. A task queued within a frame runs after that frame is painted.
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})

export {}
