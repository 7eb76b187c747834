// What a component may draw where. A browser's translator swaps text nodes, so that every text must be the
// only child of its element: scripts/bare-texts.ts refuses others.
import type { ReactElement } from 'react'

/** Elements alone: may stand next to others, in a fragment, or be what a component returns. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined

/** A text, or elements: only as the sole child of an element. */
export type Content = string | number | Elements

/** A component that its type does not name, such as one that is loaded later. */
export type Part<Props = Record<never, never>> = (props: Props) => Elements

/** The same in an element of its own where it is a text: may stand next to others. */
export function asElements(content: Content): Elements {
  const isText = typeof content === 'string' || typeof content === 'number'
  return isText ? <span>{content}</span> : content
}
