// Types for the children of components. A browser's translator replaces text nodes, so every text
// must be the only child of its element; scripts/bare-texts.ts refuses others.
import type { ReactElement } from 'react'

/** Elements only: allowed next to others, in a fragment, or as a component's result. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined

/** A text, or elements: only as the sole child of an element. */
export type Content = string | number | Elements

/** A component whose type does not name its children, such as a lazy one. */
export type Part<Props = Record<never, never>> = (props: Props) => Elements

/** Wraps a text in an element, so that it may be next to others. */
export function asElements(content: Content): Elements {
  const isText = typeof content === 'string' || typeof content === 'number'
  return isText ? <span>{content}</span> : content
}
