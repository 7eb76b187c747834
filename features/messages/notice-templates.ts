// Names the templates of messages about a passport itself. Types and names only.
export const noticeTemplates = [
  'new_device',
  'number_left',
  'number_taken',
  'number_moving',
  'replaced',
] as const
export type NoticeTemplate = (typeof noticeTemplates)[number]
