// Starts the prerendered landing page: lets the browser paint, then loads the page's code. Until then
// it records typed text and a pressed button in `<html data-…>`, which that code reads (phone-field.tsx).

/** The country and the number of the form (features/landing/web/landing-page.tsx). */
const fields = '#join select, #join [type=tel]'

/** The sessionStorage entry of typed text, which moves to the page in another language. */
const storageName = 'typed'

function recordTyped() {
  const inputs = document.querySelectorAll<HTMLInputElement>(fields)
  document.documentElement.dataset.typed = [...inputs].map(({ value }) => value).join('|')
}

/** Fills in text that was typed on the page in another language, and stores typed text for a next one. */
function carryOverTyped() {
  const inputs = document.querySelectorAll<HTMLInputElement>(fields)
  sessionStorage[storageName]?.split('|').forEach((value: string, index: number) => {
    const field = inputs[index]
    if (field) field.value = value
  })
  sessionStorage.removeItem(storageName)
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement && target.hreflang)) return
    recordTyped()
    sessionStorage[storageName] = document.documentElement.dataset.typed
  })
}

document.addEventListener('input', recordTyped)
document.addEventListener('submit', (event) => {
  // The page's code, once loaded, handles the form and prevents the default action.
  if (event.defaultPrevented) return
  event.preventDefault()
  document.documentElement.dataset.pressed = ''
})

function start() {
  /** The build inserts the preload link of the code (scripts/build-web.ts). */
  const code = document.querySelector<HTMLLinkElement>('#code')?.href
  if (!code) return
  import(/* @vite-ignore */ code).catch(() => {
    // The code did not load, so a press reloads the page; the browser keeps typed text.
    document.addEventListener('submit', () => location.reload())
    if (document.documentElement.dataset.pressed !== undefined) location.reload()
  })
}

document.addEventListener('DOMContentLoaded', () => {
  try {
    carryOverTyped()
  } catch {
    // Without storage the user types the phone number again.
  }
  recordTyped()
  // Browsers draw no frames of a hidden page. A task queued within a frame runs after its paint.
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})

export {}
