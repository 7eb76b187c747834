// Which messages have served their time: codes of yesterday. The others are part of a purchase's story.
import { tidying } from '#platform/database/tidy.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'

export const outboxTidying = tidying(
  'outbox',
  `template = any('{${Object.values(codeTemplates)}}') and created_at < now() - interval '1 day'`,
)
