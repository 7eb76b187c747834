// Declares which rows of sign-in are deleted when they have expired.
import { tidying } from '#platform/database/tidy.ts'

export const sessionTidyings = [
  tidying('sessions', 'ends_at < now()'),
  tidying('terminals', 'retires_at < now()'),
]
