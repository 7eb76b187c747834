// Declares parts: components whose code loads when they are first rendered. React caches a failed load for
// ever. Therefore each part can be renewed, so that it loads again (web/api/missing-parts.ts).
import { createElement, lazy, useState } from 'react'
import type { Part as Component } from '../ui/elements.tsx'

/** Error of a part whose code did not load, because the network failed or a newer build replaced the code. */
export class MissingPartError extends Error {
  override name = 'MissingPartError'
  /** Number of failed loads of this part, including this one. */
  readonly failures: number

  constructor(failures: number, cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
    this.failures = failures
  }
}

export type Part = {
  readonly load: () => Promise<unknown>
  /** Replaces the lazy component, so that the next rendering of the part loads its code again. */
  readonly renew: () => void
}

/** All parts declared so far. The code of a page declares further parts when it loads. */
export const parts = new Set<Part>()
/** Parts whose last load failed. */
export const missingParts = new Set<Part>()

/**
 * Returns a component whose code `load` imports. The component suspends while its code loads, unless its own
 * `load` has loaded it before, and throws MissingPartError if the load fails.
 */
export function lazyPart<Name extends string, Module extends Record<Name, Component<never>>>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] & { readonly load: () => Promise<Module> }
export function lazyPart<Name extends string>(
  load: () => Promise<Record<Name, Component<object>>>,
  name: Name,
): Component<object> {
  const importModule = repeatable(load)
  let loaded: Component<object> | undefined
  const loadModule = () =>
    importModule().then((module) => {
      loaded = module[name]
      return module
    })
  let failures = 0
  const newComponent = () =>
    lazy(() =>
      loadModule().then(
        (module): { default: Component<object> } => ({ default: module[name] }),
        (cause: unknown) => {
          failures += 1
          missingParts.add(part)
          throw new MissingPartError(failures, cause)
        },
      ),
    )
  let component = newComponent()
  const renew = () => {
    component = newComponent()
  }
  const part = { load: loadModule, renew }
  parts.add(part)
  const lazyComponent = (props: object) => {
    // A mounted component never changes, because a change would discard its state. React shows the placeholder
    // of a lazy component for 300 ms or more, even if its code has loaded.
    const [part] = useState(() => loaded ?? component)
    return createElement(part, props)
  }
  return Object.assign(lazyComponent, { load: loadModule })
}

/** Returns the URL of the script that failed to load, if the error's text contains it. */
const scriptUrlIn = (error: unknown) => /http\S+\.js/.exec(String(error))?.[0]

/**
 * Returns a function that imports the module of `load`, and can be repeated after a failure. A browser may
 * never request the same module URL twice in a document (Chromium 150 does not; the HTML standard allows
 * this, whatwg/html issue 6768). After a failure, the function therefore adds the time to the URL. The
 * module's own imports must already be loaded, because their URLs do not change.
 */
export function repeatable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failedUrl: string | undefined
  const importModule = (): Promise<Module> =>
    failedUrl ? import(/* @vite-ignore */ `${failedUrl}?${Date.now()}`) : load()
  return () =>
    importModule().catch((error: unknown) => {
      failedUrl = scriptUrlIn(error) ?? failedUrl
      throw error
    })
}
