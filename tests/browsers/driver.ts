// Drives a browser by the W3C's WebDriver: https://www.w3.org/TR/webdriver2/. It finds elements by
// role and label, as people do, and the browser itself presses them.

/** Sends one command and returns its value. Throws the browser's error. */
export type Send = (
  command: CommandName,
  body?: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/**
 * Each command with its address and its name in Firefox's own protocol, which takes the same
 * bodies.
 */
export const commands = {
  navigate: { method: 'POST', path: '/url', marionette: 'WebDriver:Navigate' },
  execute: { method: 'POST', path: '/execute/sync', marionette: 'WebDriver:ExecuteScript' },
  click: { method: 'POST', path: '/element/{id}/click', marionette: 'WebDriver:ElementClick' },
  type: { method: 'POST', path: '/element/{id}/value', marionette: 'WebDriver:ElementSendKeys' },
  resize: { method: 'POST', path: '/window/rect', marionette: 'WebDriver:SetWindowRect' },
  picture: { method: 'GET', path: '/screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const
export type CommandName = keyof typeof commands

/** A running browser with a session, or the reason why this machine has none. */
export type Browser = { readonly version: string; readonly send: Send; close(): Promise<void> }

/** The key of a reference to an element. */
const element = 'element-6066-11e4-a52e-4f735466cecf'
const timeoutMs = 60_000
const pauseMs = 100

/** Runs in the page: visible elements with this role and accessible name. */
const finder = `
  const [role, name] = arguments
  const tags = { button: 'button', link: 'a[href]', radio: 'input[type=radio]',
    checkbox: 'input[type=checkbox]', textbox: 'input, textarea', heading: 'h1, h2, h3' }
  const words = (text) => text.replace(/\\s+/g, ' ').trim()
  const nameOf = (each) => words(each.getAttribute('aria-label') ??
    (each.labels?.length ? each.labels[0].textContent : each.textContent))
  const pattern = new RegExp(name)
  return [...document.querySelectorAll(tags[role] + ', [role=' + role + ']')].find((each) =>
    pattern.test(nameOf(each)) && !each.disabled && !each.closest('[inert], [aria-hidden=true]') &&
    (each.labels?.[0] ?? each).getClientRects().length > 0) ?? null`

export type Role = 'button' | 'link' | 'radio' | 'checkbox' | 'textbox' | 'heading'

/** A user of the browser. */
export type Visitor = ReturnType<typeof visitorOf>

export function visitorOf(send: Send) {
  const read = (script: string, ...args: unknown[]) => send('execute', { script, args })

  async function until<Value>(what: string, ask: () => Promise<Value | null>): Promise<Value> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      // While a page is being replaced, it answers no query.
      const found = await ask().catch(() => null)
      if (found !== null) return found
      if (performance.now() > deadline) throw new Error(`${what} was not there in time`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  function find(role: Role, name: string): Promise<string> {
    return until(`the ${role} ${name}`, async () => idOf(await read(finder, role, name)))
  }

  return {
    open: (url: string) => send('navigate', { url }),
    find,
    async press(role: Role, name: string): Promise<void> {
      const id = await find(role, name)
      await send('click', { id })
    },
    async type(name: string, text: string): Promise<void> {
      const id = await find('textbox', name)
      await send('type', { id, text })
    },
    /** The first text on the page that the pattern matches. */
    see: (pattern: string): Promise<string> =>
      until(`the text ${pattern}`, async () => {
        const script = 'return document.body.innerText.match(new RegExp(arguments[0]))?.[0] ?? null'
        const text = await read(script, pattern)
        return typeof text === 'string' ? text : null
      }),
    async arriveAt(path: string): Promise<void> {
      await until(`the page ${path}`, async () => {
        return (await read('return location.pathname')) === path ? true : null
      })
    },
    read,
    /** PNG, base64. */
    picture: async () => String(await send('picture', {})),
  }
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const found = Object.entries(value).find(([key]) => key === element)
  return typeof found?.[1] === 'string' ? found[1] : null
}
