// Declares components whose code loads when they are first rendered. React caches a failed load for
// ever, so each part can be renewed to load again (web/api/missing-parts.ts).
import { createElement, lazy } from 'react'
import type { Part as Component } from '../ui/elements.tsx'

/** The code of a part did not load: the network failed, or a newer build replaced it. */
export class MissingPartError extends Error {
  override name = 'MissingPartError'
  /** Number of failed loads, this one included. */
  readonly times: number

  constructor(times: number, cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
    this.times = times
  }
}

export type Part = {
  readonly load: () => Promise<unknown>
  /** Replaces the lazy component, so that the part's next rendering loads its code again. */
  readonly renew: () => void
}

/** All parts that were declared so far. A page's code declares the page's parts when it loads. */
export const parts = new Set<Part>()
export const missingParts = new Set<Part>()

/**
 * Returns a component whose code `load` imports. It suspends while loading and throws
 * MissingPartError if the load fails.
 */
export function lazyPart<Name extends string, Module extends Record<Name, Component<never>>>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name]
export function lazyPart<Name extends string>(
  load: () => Promise<Record<Name, Component<object>>>,
  name: Name,
): Component<object> {
  const loadModule = repeatable(load)
  let times = 0
  const newComponent = () =>
    lazy(() =>
      loadModule().then(
        (module): { default: Component<object> } => ({ default: module[name] }),
        (cause: unknown) => {
          times += 1
          missingParts.add(part)
          throw new MissingPartError(times, cause)
        },
      ),
    )
  let component = newComponent()
  const renew = () => {
    component = newComponent()
  }
  const part = { load: loadModule, renew }
  parts.add(part)
  return (props) => createElement(component, props)
}

/** Returns the address of the script that failed to load, if the error's text contains it. */
const scriptIn = (error: unknown) => /http\S+\.js/.exec(String(error))?.[0]

/**
 * Returns a function that imports the module of `load`, and rejects with the same errors. A browser
 * may never request one module address twice in a document (Chromium 150 does not; the HTML standard
 * allows this, whatwg/html issue 6768), so a repeat uses another address. After a failure the
 * function adds the time to the script's address. The module's own imports must be loaded already,
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
