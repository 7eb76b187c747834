// Makes the outcomes of failed and refused commands, for people and for programs.
import type { Problem } from '#values/problem.ts'

/** The command changed no row: `error` is the reason. */
export const failed = (error: string) => ({ ok: false, lines: [error], json: { ok: false, error } })

/** The refusal of a use case by its code; `error` where it has no sentence of its own. */
export function refusedFor<Code extends string>(
  { problem: code, text }: Problem<Code>,
  error: string = text ?? code,
) {
  return { ok: false, lines: [error], json: { ok: false, code, error } }
}

/** The first `max` of the lines, and how many more there are. */
export function firstOf(lines: readonly string[], max: number): string[] {
  const more = lines.length - max
  return [...lines.slice(0, max), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

/** Returns the known facts about a message: its state, attempts, arrival and last error. */
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
