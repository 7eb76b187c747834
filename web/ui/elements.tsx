// Types the children of components. A browser's translator replaces text nodes, so every text must be the
// only child of its element; scripts/bare-texts.ts rejects others.
import type { ReactElement } from 'react'

/** Elements without bare text. They may be next to others, in a fragment, or a component's result. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined

/** A text or elements. It must be the only child of an element. */
export type Content = string | number | Elements

/** A component by its props and its result, such as a lazy component. */
export type Part<Props = Record<never, never>> = (props: Props) => Elements

/** Wraps a text in an element, so that it may be next to others. */
export function asElements(content: Content): Elements {
  const isText = typeof content === 'string' || typeof content === 'number'
  return isText ? <span>{content}</span> : content
}
