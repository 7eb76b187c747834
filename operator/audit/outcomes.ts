// Creates the outcomes of failed and refused commands, for people and for programs.
import type { Problem } from '#values/problem.ts'

/** Returns the outcome of a command that changed no row, with its error message. */
export const failed = (error: string) => ({ ok: false, lines: [error], json: { ok: false, error } })

/** Returns the outcome of a call with a missing or invalid argument, for which the program exits with 2. */
export const misused = (error: string) => ({ ...failed(error), isMisuse: true })

/** Returns the outcome of a use case's refusal. `error` replaces the problem's text, and may have several lines. */
export function refusedFor<Code extends string>(
  { problem: code, text }: Problem<Code>,
  error: string = text ?? code,
) {
  return { ok: false, lines: error.split('\n'), json: { ok: false, code, error } }
}

/** Returns the lines of a list, or the sentence of an empty one. */
export function listed(lines: readonly string[], emptySentence: string): readonly string[] {
  return lines.length === 0 ? [emptySentence] : lines
}

/** Returns the first `max` lines, and a line with the number of the others. */
export function firstOf(lines: readonly string[], max: number): string[] {
  const more = lines.length - max
  return [...lines.slice(0, max), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

/** Describes a message: its state, attempts, delivery and last error. */
export function messageFate(message: {
  readonly state: string
  readonly attempts: number
  readonly arrival: string | null
  readonly last_error: string | null
}): string {
  const { state, attempts, arrival, last_error } = message
  return [state, `${attempts} tries`, arrival, last_error]
    .filter((part) => part !== null)
    .join(', ')
}
