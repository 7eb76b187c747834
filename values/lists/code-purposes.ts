// What a one-time code may be for. A code is made for one purpose and is good for no other; its SMS
// says which. Each purpose has a template of its own in the outbox.

const purposes = [
  'sign_in',
  'export',
  'delete',
  /** To the number that a passport leaves, and to the one that it moves to. */
  'leave_number',
  'take_number',
] as const
export type CodePurpose = (typeof purposes)[number]

export const codeTemplates = {
  sign_in: 'otp',
  export: 'otp_export',
  delete: 'otp_delete',
  leave_number: 'otp_leave_number',
  take_number: 'otp_take_number',
} as const satisfies Record<CodePurpose, string>

/** The purpose of a template's codes; undefined where its messages bring no code. */
export function purposeOf(template: string): CodePurpose | undefined {
  return purposes.find((purpose) => codeTemplates[purpose] === template)
}
