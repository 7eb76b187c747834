// Declares the types of components' children. A browser's translator replaces text nodes, so every text must
// be the only child of its element. scripts/bare-texts.ts checks this.
import type { ReactElement } from 'react'

/** Elements without bare text. They may have siblings, and may be the result of a component. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined

/** A text or elements. It must be the only child of an element. */
export type Content = string | number | Elements

/** A component, for example a lazy one. */
export type Part<Props = Record<never, never>> = (props: Props) => Elements

/** Wraps a text in an element, so that it may have siblings. */
export function asElements(content: Content): Elements {
  const isText = typeof content === 'string' || typeof content === 'number'
  return isText ? <span>{content}</span> : content
}
