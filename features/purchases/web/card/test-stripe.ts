// Simulates Stripe's script in the open page for tests of the parts that use it. For tests only.

type Load = (key: string, options: { readonly locale?: string }) => void

let parts: Readonly<Record<string, unknown>> = {}
let onLoad: Load = () => undefined

/** One script for all tests: the library keeps the first that it finds, and the product keeps its Stripe. */
function script(...[key, options]: Parameters<Load>): object {
  onLoad(key, options)
  return new Proxy({}, { get: (_, name) => parts[String(name)] })
}

/** Puts the script into the open page. Its Stripe has these functions, also where another test loaded it. */
export function openStripeScript(functions: typeof parts, load: Load = () => undefined): void {
  parts = functions
  onLoad = load
  Object.assign(window, { Stripe: script })
}
