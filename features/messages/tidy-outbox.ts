// Declares which messages are deleted: codes of the day before. The others belong to a purchase's
// history.
import { tidying } from '#platform/database/tidy.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'

export const outboxTidying = tidying(
  'outbox',
  `template = any('{${Object.values(codeTemplates)}}') and created_at < now() - interval '1 day'`,
)
