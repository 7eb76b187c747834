// Writes the SMS of a one-time code, in its reader's language (texts/<language>/sms.json).
import { textIn } from '#texts/text-in.ts'
import type { CodePurpose } from '#values/lists/code-purposes.ts'
import type { Language } from '#values/lists/languages.ts'

/**
 * Returns the text. The code comes first; the last line lets a phone fill it in on our own origin
 * (docs/product.md#one-time-codes). The sentences use only letters of the short SMS alphabet (no ó,
 * ç, ı, no curved quotes), so that each is one SMS.
 */
export function codeText(words: CodeWords, host: string): string {
  const { language, purpose, code } = words
  return `${textIn(language, codeSentences[purpose], { code })}\n\n@${host} #${code}`
}

export type CodeWords = {
  readonly language: Language
  readonly purpose: CodePurpose
  readonly code: string
}

/**
 * Each sentence names the code's purpose, so that a user is not tricked into reading out another
 * one.
 */
const codeSentences = {
  sign_in: 'sms_code',
  export: 'sms_code_export',
  delete: 'sms_code_delete',
  leave_number: 'sms_code_leave',
  take_number: 'sms_code_take',
} as const satisfies Record<CodePurpose, string>
