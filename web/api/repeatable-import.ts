// Imports modules that can be requested again after a failed load. A browser may never request one
// module address twice in a document (Chromium 150 does not; the HTML standard allows this,
// whatwg/html issue 6768), so a repeat uses another address.

/** Returns the address of the script that failed to load, if the error's text contains it. */
const scriptIn = (error: unknown) => /http\S+\.js/.exec(String(error))?.[0]

/**
 * Returns a function that imports the module of `load`, and rejects with the same errors. After a
 * failure it adds the time to the script's address. The module's own imports must be loaded already,
 * because their addresses do not change.
 */
export function repeatable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failedAddress: string | undefined
  const importModule = (): Promise<Module> =>
    failedAddress ? import(/* @vite-ignore */ `${failedAddress}?${Date.now()}`) : load()
  return () =>
    importModule().catch((error: unknown) => {
      failedAddress = scriptIn(error) ?? failedAddress
      throw error
    })
}
