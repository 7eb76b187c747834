// Starts a page whose document shows it already: loads the page's code after the first paint. Before that, it
// records what the user does: on the landing page typed text and a press of the button in `<html data-…>`
// (phone-field.tsx), on a page of /app pressed buttons (web/app/replace-drawn.ts).

/** Selector of the form's country and phone number (features/landing/web/landing-page.tsx). */
const fields = '#join select, #join [type=tel]'

/** Name in sessionStorage of text that was typed on the page in another language. */
const storageName = 'typed'

/** Longest wait for the report of a paint, in milliseconds. Browsers report it within some frames. */
const withoutReportMs = 500

/** Records the country and the typed phone number in `<html data-typed>`. */
function recordTyped() {
  const inputs = document.querySelectorAll<HTMLInputElement>(fields)
  document.documentElement.dataset.typed = [...inputs].map(({ value }) => value).join('|')
}

/**
 * Restores text that was typed on the page in another language. Stores the text if the language changes
 * again.
 */
function carryOverTyped() {
  const inputs = document.querySelectorAll<HTMLInputElement>(fields)
  sessionStorage[storageName]?.split('|').forEach((value: string, index: number) => {
    const field = inputs[index]
    if (field) field.value = value
  })
  sessionStorage.removeItem(storageName)
  const keepTyped = ({ target }: Event) => {
    if (!(target instanceof HTMLAnchorElement && target.hreflang)) return
    // Keeps the other parameters, such as that of a gift.
    const query = new URLSearchParams(location.search)
    query.set('language', target.hreflang)
    target.search = String(query)
    recordTyped()
    sessionStorage[storageName] = document.documentElement.dataset.typed
  }
  // In the capture phase, because React stops clicks in parts of the document that it does not draw.
  document.addEventListener('click', keepTyped, true)
}

document.addEventListener('input', recordTyped)
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-drawn] button')
  if (button) button.dataset.pressed = ''
})
document.addEventListener('submit', (event) => {
  // Once the page's code has loaded, it handles the form and prevents the default action.
  if (event.defaultPrevented) return
  event.preventDefault()
  document.documentElement.dataset.pressed = ''
})

let isStarted = false

function start() {
  if (isStarted) return
  isStarted = true
  // The build puts the preload links of the code into a template (scripts/build-web.ts). A request takes some ms
  // of a slow phone, so each starts in a task of its own.
  const late = document.querySelector<HTMLTemplateElement>('#late')
  for (const link of [...(late?.content.children ?? [])]) {
    setTimeout(() => document.head.append(link))
  }
  setTimeout(loadCode)
}

function loadCode() {
  const codeUrl = document.querySelector<HTMLLinkElement>('#code')?.href
  if (!codeUrl) return
  import(/* @vite-ignore */ codeUrl).catch(() => {
    // If the code does not load, a press reloads the page. The browser keeps the typed text.
    document.addEventListener('submit', () => location.reload())
    if (document.documentElement.dataset.pressed !== undefined) location.reload()
  })
}

/**
 * Starts the code when the page has been painted, so that its files do not delay style and fonts. Browsers that
 * do not report paints get a timer. A hidden page is not painted.
 */
function startAfterPaint() {
  if (document.hidden) return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(start, withoutReportMs))
}

document.addEventListener('DOMContentLoaded', () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  // The first formatter takes up to 100 ms of a slow phone, which waits for the style now.
  if (document.querySelector('[data-drawn]')) new Intl.NumberFormat(document.documentElement.lang)
  try {
    carryOverTyped()
  } catch {
    // Without storage, the user must type the phone number again.
  }
  recordTyped()
  startAfterPaint()
})

export {}
