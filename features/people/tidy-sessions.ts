// Which rows of sign-in have served their time.
import { tidying } from '#platform/database/tidy.ts'

export const sessionTidyings = [
  tidying('sessions', 'ends_at < now()'),
  tidying('terminals', 'retires_at < now()'),
]
