// Parses times in commands: a day in UTC, or a day with a time.
import type { Context } from '#operator/commands/command.ts'

type Options = Pick<Context, 'options'>

const dayMs = 86_400_000
const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** Returns the time of --since: null if it is absent, undefined if it is invalid. */
export function readSince({ options }: Options): Date | null | undefined {
  return readFrom(options.since)
}

/** Parses the start of a period; null without a text, undefined for an invalid one. A day is its midnight. */
export function readFrom(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) return undefined
  // Rejects a day that does not exist: Date would read 2026-02-31 as a day of March.
  return dayForm.test(text) && !moment.toISOString().startsWith(text) ? undefined : moment
}

/** Parses the end of a period; null without a text, undefined for an invalid one. A day is its end. */
export function readUntil(text: string | undefined): Date | null | undefined {
  const moment = readFrom(text)
  if (text === undefined || !moment || !dayForm.test(text)) return moment
  return new Date(moment.getTime() + dayMs)
}

export const momentFault = (option: string) => `--${option} takes a date such as 2026-05-31.`
export const sinceFault = momentFault('since')
