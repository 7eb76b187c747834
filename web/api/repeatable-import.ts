// Code that comes when it is first needed, and that can be asked for again where it did not come. A
// browser may never ask twice for one address of a module in one document (Chromium 150 does not; the
// HTML standard says so, whatwg/html issue 6768): the next time it is asked for under another.

/** The script that did not come, where the browser names it. */
const scriptIn = (error: unknown) => /http\S+\.js/.exec(String(error))?.[0]

/**
 * The same as `load`, which imports one module; rejects as it does. What the module itself needs must
 * have come already: that is still asked for under its own address.
 */
export function repeatable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let missing: string | undefined
  const ask = (): Promise<Module> =>
    missing ? import(/* @vite-ignore */ `${missing}?${Date.now()}`) : load()
  return () =>
    ask().catch((error: unknown) => {
      missing = scriptIn(error) ?? missing
      throw error
    })
}
