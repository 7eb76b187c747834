// What the dialog knows of the card's own field, whichever provider draws it. The number never
// crosses this line: only a token does, or what is wrong (trust.md WEB-6).
import type { CardAnswer } from './purchase-flow.ts'

export type CardFieldHandle = {
  /** Turns what was typed into a token, once per reservation. */
  tokenise(): Promise<NonNullable<CardAnswer>>
  focus(): void
  /** Whether something stands in each of its fields. */
  isFilled(): boolean
}
