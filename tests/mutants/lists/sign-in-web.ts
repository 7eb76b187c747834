// Faults of what the page says when a code is asked for, and when one’s own data is refused.
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
]
