// Declares what the console's calls share: their tag and access, and parts of their shapes and examples.
import { z } from 'zod'

export const tag = 'Console'
export const access = 'session'
export const exampleId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'
export const exampleTime = '2026-11-27T09:30:00.000Z'
export const id = z.object({ id: z.string().max(200) })
export const moment = z.iso.datetime()
export const money = z.number()

/** The sort of a list: one of the columns, with a hyphen before it for descending. */
export const sortBy = <const Column extends string>(...columns: readonly Column[]) =>
  z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).optional()
