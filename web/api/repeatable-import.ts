// Imports modules that can be requested again after a failed load. A browser may never request one
// module address twice in a document (Chromium 150 does not; the HTML standard allows this,
// whatwg/html issue 6768), so a repeat uses another address.

/** The script that failed to load, if the browser reports it. */
const scriptIn = (error: unknown) => /http\S+\.js/.exec(String(error))?.[0]

/**
 * As `load`, which imports one module, with the same errors. Modules that it imports itself must be
 * loaded already: they keep their own address.
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
