// Tests that a code to each purpose has the text of that purpose, in each language.
import { describe, expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { codeText } from './code-text.ts'

describe.each(languages)('a code in %s', (language) => {
  it.each([
    ['sign_in', 'sms_code'],
    ['export', 'sms_code_export'],
    ['passkeys', 'sms_code_passkeys'],
    ['delete', 'sms_code_delete'],
    ['leave_number', 'sms_code_leave'],
    ['take_number', 'sms_code_take'],
  ] as const)('to %s names that purpose', (purpose, name) => {
    const text = codeText({ language, purpose, code: '012345' }, 'passport.example')
    const words = textIn(language, name, { code: '012345' })
    expect(text).toBe(`${words}\n\n@passport.example #012345`)
  })
})
