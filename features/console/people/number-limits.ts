// Words the limits of a phone number that hold now. Pure.
import { minuteOf } from '#features/console/shown-moment.ts'

type NumberLimits = {
  readonly code_wait_seconds: number
  readonly try_wait_seconds: number
  readonly blocked_at: Date | null
}

/** Returns a sentence for each limit. `limits` is null for a passport without a phone number. */
export function limitSentences(limits: NumberLimits | null, stoppedAt: Date | null): string[] {
  const { code_wait_seconds = 0, try_wait_seconds = 0, blocked_at = null } = limits ?? {}
  return [
    ...(blocked_at === null ? [] : [`The number is blocked since ${minuteOf(blocked_at)}.`]),
    ...(code_wait_seconds > 0 ? [`No new code for ${durationOf(code_wait_seconds)}.`] : []),
    ...(try_wait_seconds > 0 ? [`No attempt at a code for ${durationOf(try_wait_seconds)}.`] : []),
    ...(stoppedAt === null
      ? []
      : [`The owner stopped messages other than codes (STOP) on ${minuteOf(stoppedAt)}.`]),
  ]
}

/** Returns a wait rounded up, such as `2 minutes`; less than two of a unit in a smaller one. */
function durationOf(seconds: number): string {
  const units = [
    { size: 3_600, name: 'hour' },
    { size: 60, name: 'minute' },
  ]
  const { size, name } = units.find((unit) => seconds >= 2 * unit.size) ?? {
    size: 1,
    name: 'second',
  }
  const count = Math.ceil(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
