// Declares components whose code loads when they are first shown. React caches a failed load for
// ever, so this file can load it again (web/api/missing-parts.ts). It draws no page itself.
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
  /** Makes the next drawing of the part load it again. */
  readonly renew: () => void
}

/** All parts that were declared so far; a loaded page declares its own. */
export const parts = new Set<Part>()
export const missingParts = new Set<Part>()

/**
 * A component whose code `load` imports. It suspends while loading and throws the error above on
 * failure.
 */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => Component<Props>,
): Component<Props> {
  const ask = repeatable(load)
  let times = 0
  const make = () =>
    lazy(() =>
      ask().then(
        (module) => ({ default: componentOf(module) }),
        (cause: unknown) => {
          times += 1
          missingParts.add(part)
          throw new MissingPartError(times, cause)
        },
      ),
    )
  let component = make()
  const renew = () => {
    component = make()
  }
  const part = { load: ask, renew }
  parts.add(part)
  return (props) => createElement(component, props)
}
