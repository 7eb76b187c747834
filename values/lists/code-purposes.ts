// Lists the purposes of one-time codes. A code is valid for one purpose only, which its SMS names;
// each purpose has an outbox template of its own.

const purposes = [
  'sign_in',
  'export',
  /** For adding or removing a passkey. */
  'passkeys',
  'delete',
  /** A change of number takes two codes: one to the old number and one to the new one. */
  'leave_number',
  'take_number',
] as const
export type CodePurpose = (typeof purposes)[number]

export const codeTemplates = {
  sign_in: 'otp',
  export: 'otp_export',
  passkeys: 'otp_passkeys',
  delete: 'otp_delete',
  leave_number: 'otp_leave_number',
  take_number: 'otp_take_number',
} as const satisfies Record<CodePurpose, string>

/** Returns the purpose of a template's codes; undefined if its messages contain no code. */
export function purposeOf(template: string): CodePurpose | undefined {
  return purposes.find((purpose) => codeTemplates[purpose] === template)
}
