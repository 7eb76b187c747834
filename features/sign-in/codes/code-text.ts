// Returns the text of the SMS with a one-time code, in its reader's language (texts/<language>/sms.json).
import { textIn } from '#texts/text-in.ts'
import type { CodePurpose } from '#values/lists/code-purposes.ts'
import type { Language } from '#values/lists/languages.ts'

/**
 * Returns the text. With the last line, a phone can fill in the code on this host
 * (docs/product.md#one-time-codes). The texts have only letters of the GSM alphabet (no ó, ç, ı, no curved
 * quotes), so that each fits into one SMS.
 */
export function codeText(content: CodeContent, host: string): string {
  const { language, purpose, code } = content
  return `${textIn(language, textKeys[purpose], { code })}\n\n@${host} #${code}`
}

export type CodeContent = {
  readonly language: Language
  readonly purpose: CodePurpose
  readonly code: string
}

/**
 * Text key for each purpose. Each text names the purpose, so that no user is tricked into reading out a code
 * for another purpose.
 */
const textKeys = {
  sign_in: 'sms_code',
  export: 'sms_code_export',
  passkeys: 'sms_code_passkeys',
  delete: 'sms_code_delete',
  leave_number: 'sms_code_leave',
  take_number: 'sms_code_take',
} as const satisfies Record<CodePurpose, string>
