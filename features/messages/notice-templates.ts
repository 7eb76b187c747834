// Lists the templates of messages about a passport itself.
export const noticeTemplates = [
  'new_device',
  'number_left',
  'number_taken',
  'number_moving',
  'replaced',
] as const
export type NoticeTemplate = (typeof noticeTemplates)[number]
