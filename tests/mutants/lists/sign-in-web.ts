// Faults of how a code is asked for, typed and remembered, and of what is said where one’s own data is refused.
import type { FaultyFile } from '../fault.ts'

export const signInWeb: readonly FaultyFile[] = [
  {
    file: 'features/sign-in/web/send-code.ts',
    tests: ['features/sign-in/web/send-code.test.ts'],
    faults: [
      {
        fault: 'a code that is tried again in the background was refused',
        find: "error.status === 429 || error.code === 'sms_unavailable'",
        replace: 'error.status === 429',
      },
      {
        fault: 'five minutes until another code where nobody said how long',
        find: 'waitFallbackSeconds = 30',
        replace: 'waitFallbackSeconds = 300',
      },
      {
        fault: 'a server out of order refuses the number',
        find: "error.status < 500 ? 'refused' : 'failed'",
        replace: "error.status < 600 ? 'refused' : 'failed'",
      },
      {
        fault: 'a page of a network refuses the number',
        find: "if (!(error instanceof ApiError)) return { kind: 'failed' }",
        replace: "if (!(error instanceof ApiError)) return { kind: 'refused' }",
      },
    ],
  },
  {
    file: 'features/own-data/web/own-data-calls.ts',
    tests: ['features/own-data/web/own-data-calls.test.ts'],
    faults: [
      {
        fault: 'a number of somebody else is told beside the code',
        find: "return { at: 'phone', text: texts.own_data_number_taken() }",
        replace: 'return { at, text: texts.own_data_number_taken() }',
      },
      {
        fault: 'a purchase under way is told as anything else',
        find: "    case 'purchase_open':\n      return { at: '', text: texts.own_data_purchase_open() }\n",
        replace: '',
      },
      {
        fault: 'too many tries of one code are told beside the other',
        find: 'return { at: place, text: texts.problem_rate_limited() }',
        replace: 'return { at, text: texts.problem_rate_limited() }',
      },
      {
        fault: 'the wrong one of two codes is told beside the other',
        find: "const place = typeof field === 'string' ? field : at",
        replace: "const place = typeof field === 'string' ? at : at",
      },
    ],
  },
  {
    file: 'features/sign-in/web/ask-for-code.ts',
    tests: ['features/sign-in/web/ask-for-code.test.ts'],
    faults: [
      {
        fault: 'a number that is none takes the code before away',
        find: 'if (!phone) return refused(sent)',
        replace: 'if (!phone) return refused(undefined)',
      },
      {
        fault: 'Join opens no sheet while another code must wait',
        find: 'return { code: { ...sent, isOpen: true } }',
        replace: 'return { code: sent }',
      },
      {
        fault: 'the code of another number is taken for this one’s',
        find: 'const before = sent?.phone === phone ? sent : undefined',
        replace: 'const before = sent',
      },
    ],
  },
  {
    file: 'features/sign-in/web/code-dialog.tsx',
    tests: [
      'features/sign-in/web/code-steps.test.tsx',
      'features/sign-in/web/code-dialog.test.tsx',
    ],
    faults: [
      {
        fault: 'what was typed of the code before fills the field for another one',
        find: "typed.sentAt === sent.sentAt ? typed.code : ''",
        replace: 'typed.code',
      },
      {
        fault: 'a code is sent before the agreement',
        find: 'if (agreed && isWhole && busy === undefined)',
        replace: 'if (isWhole && busy === undefined)',
      },
      {
        fault: 'Enter sends a code before the agreement',
        find: 'if (agreed && code.length > 0) void verify(code)',
        replace: 'if (code.length > 0) void verify(code)',
      },
      {
        fault: 'Verify does not wait for the agreement',
        find: 'disabled={!agreed}',
        replace: 'disabled={false}',
      },
    ],
  },
  {
    file: 'features/sign-in/web/code-hint.tsx',
    tests: ['features/sign-in/web/code-dialog.test.tsx'],
    faults: [
      {
        fault: 'a hint without a code has a way to one',
        find: '{code ? (',
        replace: '{hint ? (',
      },
    ],
  },
  {
    file: 'features/people/web/phone/country-choice.tsx',
    tests: ['features/sign-in/web/code-dialog.test.tsx'],
    faults: [
      {
        fault: 'a country can be chosen for a number that has one',
        find: 'disabled={isInternational}',
        replace: 'disabled={false}',
      },
      {
        fault: 'the calling code stands there twice',
        find: 'isInternational || !code ? null',
        replace: '!code ? null',
      },
      {
        fault: 'the calling code is that of the choice',
        find: 'row.country === shownCountry',
        replace: 'row.country === country',
      },
    ],
  },
  {
    file: 'features/people/web/phone/language-choice.tsx',
    tests: ['features/people/web/phone/use-phone-typing.test.tsx'],
    faults: [
      {
        fault: 'a language that is none is sent',
        find: '    if (language === undefined) return\n',
        replace: '',
      },
      {
        fault: 'a language that could not be saved loads the page anew',
        find: '    } catch {\n',
        replace: '    } catch {\n      location.reload()\n',
      },
    ],
  },
  {
    file: 'features/people/web/phone/phone-text.ts',
    tests: ['features/people/web/phone/phone-text.test.ts'],
    faults: [
      {
        fault: 'Italian numbers lose their 0 without the library',
        find: "country === 'IT' ? digits",
        replace: "country === 'XX' ? digits",
      },
      {
        fault: 'national numbers keep their 0 without the library',
        find: "digits.replace(/^0/, '')",
        replace: 'digits',
      },
      {
        fault: 'the flag stays that of the choice whatever code is typed',
        find: "if (!tidy.startsWith('+')) return chosen",
        replace: "if (tidy.startsWith('+')) return chosen",
      },
    ],
  },
  {
    file: 'features/people/web/passport/save-profile.ts',
    tests: ['features/people/web/passport/save-profile.test.ts'],
    faults: [
      {
        fault: 'boards keep the former nickname',
        find: '[passport, leaderboards].map',
        replace: '[passport].map',
      },
      {
        fault: 'the passport keeps the former nickname',
        find: '[passport, leaderboards].map',
        replace: '[leaderboards].map',
      },
    ],
  },
  {
    file: 'features/sign-in/web/sent-code.ts',
    tests: ['features/sign-in/web/sent-code.test.ts'],
    faults: [
      {
        fault: 'an expired code leads back to its sheet',
        find: 'if (code !== undefined && now < code.expiresAt) return code',
        replace: 'if (code !== undefined) return code',
      },
      {
        fault: 'an expired code stays in the tab',
        find: '    forgetSentCode()\n  } catch',
        replace: '  } catch',
      },
      {
        fault: 'a clock set back makes a code last for hours',
        find: 'isSentCode(value) ? byThisClock(value, now) : undefined',
        replace: 'isSentCode(value) ? value : undefined',
      },
    ],
  },
  {
    file: 'features/people/web/phone/use-phone-typing.ts',
    tests: ['features/people/web/phone/use-phone-typing.test.tsx'],
    faults: [
      {
        fault: 'what is taken away comes back',
        find: 'typed.length > text.length && ',
        replace: '',
      },
      {
        fault: 'a digit in the middle moves the caret away',
        find: ' && input.selectionStart === typed.length',
        replace: '',
      },
      {
        fault: 'a blank before the plus sign hides it',
        find: "text.trimStart().startsWith('+')",
        replace: "text.startsWith('+')",
      },
    ],
  },
  {
    file: 'features/sign-in/web/use-sent-code.ts',
    tests: ['features/people/web/phone/use-phone-typing.test.tsx'],
    faults: [
      {
        fault: 'an expired code is kept',
        find: 'if (Date.now() < code.expiresAt) keepSentCode(code)',
        replace: 'keepSentCode(code)',
      },
      {
        fault: 'a dropped code leads back after a reload',
        find: '    setSent(undefined)\n    forgetSentCode()\n',
        replace: '    setSent(undefined)\n',
      },
    ],
  },
  {
    file: 'features/sign-in/web/use-verify.ts',
    tests: ['features/sign-in/web/code-steps.test.tsx', 'features/sign-in/web/use-verify.test.tsx'],
    faults: [
      {
        fault: 'no session is opened by a right code',
        find: '      await openSession(answer.user, answer.terminal)\n',
        replace: '',
      },
      {
        fault: 'no network is our fault',
        find: 'if (isUnreached(error)) return { at, text, hint: texts.common_no_connection() }',
        replace: 'if (isUnreached(error)) return { at, text, hint: texts.sign_in_our_fault() }',
      },
      {
        fault: 'a wrong code costs no try',
        find: 'wrongTries: sent.wrongTries + 1',
        replace: 'wrongTries: sent.wrongTries',
      },
    ],
  },
  {
    file: 'features/sign-in/web/whose-passport.tsx',
    tests: [
      'features/sign-in/web/code-dialog.test.tsx',
      'features/sign-in/web/code-steps.test.tsx',
    ],
    faults: [
      {
        fault: 'mine is not mine',
        find: 'onClick={() => onAnswer(true)}',
        replace: 'onClick={() => onAnswer(false)}',
      },
      {
        fault: 'a lost network reads as a wrong code alone',
        find: '{hint ?',
        replace: '{hint && !text ?',
      },
    ],
  },
]
