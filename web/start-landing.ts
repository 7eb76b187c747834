// Starts the prerendered landing page: it lets the browser paint what is there already, and brings
// the page's code in after that. What is pressed meanwhile is kept for the code to do.

/** The build names the code here (scripts/build-web.ts); it is on its way before it is wanted. */
const code = document.querySelector<HTMLLinkElement>('#code')?.href

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

// Frames come only to who looks. A task asked for within one runs after it has been painted.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))

export {}
