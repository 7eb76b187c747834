// The moment from which a list of the operator's begins.
import type { Context } from '#operator/command.ts'

/** The moment of --since: null where none is given, undefined where it is no moment. */
export function readSince({ options: { since } }: Context): Date | null | undefined {
  if (since === undefined) return null
  const from = new Date(since)
  return Number.isNaN(from.getTime()) ? undefined : from
}

export const sinceFault = '--since takes a date such as 2026-05-31.'
