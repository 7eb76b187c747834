// Parses times in commands: a day in UTC, or a day with a time (ISO 8601).
import type { Context } from '#operator/commands/command.ts'

type Options = Pick<Context, 'options'>

const dayMs = 86_400_000
const momentForm =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** Returns the time of --since: null if it is absent, undefined if it is invalid. */
export function readSince({ options }: Options): Date | null | undefined {
  return readFrom(options.since)
}

/**
 * Parses the start of a period; null without a text, undefined for an invalid one. A day is its midnight. A time
 * without a zone is in UTC.
 */
export function readFrom(text: string | undefined): Date | null | undefined {
  return text === undefined ? null : read(text.trim())?.moment
}

/** Parses the end of a period; null without a text, undefined for an invalid one. A day is its end. */
export function readUntil(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null
  const { moment, isDay } = read(text.trim()) ?? {}
  return moment && isDay ? new Date(moment.getTime() + dayMs) : moment
}

/** Parses a day without a time. Returns its midnight, or null. */
export function readDay(text: string | undefined): Date | null {
  const { moment, isDay } = read(text ?? '') ?? {}
  return moment && isDay ? moment : null
}

/** Other forms are invalid, because Date reads nearly any text as some time, in the zone of the machine. */
function read(text: string): { moment: Date; isDay: boolean } | undefined {
  const [, day, time, zone = 'Z'] = momentForm.exec(text) ?? []
  if (day === undefined) return undefined
  const midnight = new Date(`${day}T00:00Z`)
  const moment = new Date(`${day}T${time ?? '00:00'}${zone}`)
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(moment.getTime())) return undefined
  // Rejects a day that does not exist: Date would read 2026-02-31 as a day of March.
  if (!midnight.toISOString().startsWith(day)) return undefined
  return { moment, isDay: time === undefined }
}

export const momentFault = (option: string) =>
  `--${option} takes a date such as 2026-05-31, or a time such as 2026-05-31T14:00Z.`
export const sinceFault = momentFault('since')
