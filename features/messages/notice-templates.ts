// Lists the templates of messages about a passport itself.
export const noticeTemplates = [
  'new_device',
  'number_left',
  'number_taken',
  'number_moving',
  'replaced',
  'passkey_added',
  'passkey_removed',
  'passkey_ended',
] as const
export type NoticeTemplate = (typeof noticeTemplates)[number]
