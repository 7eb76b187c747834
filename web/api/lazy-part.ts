// Parts of the browser half whose code comes when they are first shown. React keeps a part that did not
// come for ever; here it can be asked for again (web/api/missing-parts.ts). It draws nothing itself.
import { createElement, lazy } from 'react'
import type { Part as Component } from '../ui/elements.tsx'
import { repeatable } from './repeatable-import.ts'

/** The code of a part did not come: nothing was reached, or a newer build has taken its place. */
export class MissingPartError extends Error {
  override name = 'MissingPartError'
  /** How often it has not come, this time included. */
  readonly times: number

  constructor(times: number, cause: unknown) {
    super('A part of the page could not be loaded.', { cause })
    this.times = times
  }
}

export type Part = {
  readonly load: () => Promise<unknown>
  /** From now on it is asked for anew when it is drawn. */
  readonly renew: () => void
}

/** All that were named so far: a page that comes names its own. */
export const parts = new Set<Part>()
export const missingParts = new Set<Part>()

/** A component whose code `load` brings. While it comes it suspends; missing, it throws the error above. */
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
