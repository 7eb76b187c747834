// Starts the prerendered landing page: it lets the browser paint what is there already, and brings
// the page's code in after that. What is pressed meanwhile is kept for the code to do.

/** The build names the code here (scripts/build-web.ts); it is on its way before it is wanted. */
const code = document.querySelector<HTMLLinkElement>('#code')?.href

const name = 'typed'
const fields = '[name=phone], .country-choice select'

/** What stands in the fields goes along to the page in another language, once, within this tab. */
function carryOver() {
  const typed = document.querySelectorAll<HTMLInputElement>(fields)
  sessionStorage[name]?.split('|').forEach((value: string, place: number) => {
    const field = typed[place]
    if (field) field.value = value
  })
  sessionStorage.removeItem(name)
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement && target.hreflang)) return
    sessionStorage[name] = [...typed].map(({ value }) => value).join('|')
  })
}
try {
  carryOver()
} catch {
  // Without storage the number is typed again.
}

document.addEventListener('submit', (event) => {
  // Once the code has taken the page over, it prevents what the browser would do by itself.
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
  event.target.dataset.pressed = ''
})

function start() {
  if (!code) return
  import(/* @vite-ignore */ code).catch(() => {
    // Without its code the form can only begin anew; the browser keeps what was typed.
    document.addEventListener('submit', () => location.reload())
    if (document.querySelector('form[data-pressed]')) location.reload()
  })
}

// A hidden page gets no frames. A task queued within a frame runs after that frame is painted.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))

export {}
