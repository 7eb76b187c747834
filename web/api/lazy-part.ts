// Declares components whose code loads when they are first rendered. React caches a failed load for
// ever, so each part can be renewed to load again (web/api/missing-parts.ts).
import { createElement, lazy } from 'react'
import type { Part as Component } from '../ui/elements.tsx'
import { repeatable } from './repeatable-import.ts'

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
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => Component<Props>,
): Component<Props> {
  const loadModule = repeatable(load)
  let times = 0
  const newComponent = () =>
    lazy(() =>
      loadModule().then(
        (module) => ({ default: componentOf(module) }),
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
