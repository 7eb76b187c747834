// Tests the form in which the audit trail keeps the subject of a refused command.
import { expect, it } from 'vitest'
import { keptSubject } from './kept-subject.ts'

it.each([
  ['an id', '019a6b1e-7c1f-7000-8000-447400900123', '019a6b1e-7c1f-7000-8000-447400900123'],
  ['a transaction', 'CP-2345-6789-2345', 'CP-2345-6789-2345'],
  ['other words', ' no such thing ', 'no such thing'],
  ['a colour of a terminal', '\u001b[31mred', '\\u001b[31mred'],
  ['a serial', 'GS1-1-SO-GS12285-16-2021-24678-1-100', 'GS1-1-SO-GS12285-16-2021-24678-1-100'],
  ['a receipt', 'receipt R-2026-000123 wrong', 'receipt R-2026-000123 wrong'],
  ['an id of the provider', 'evt_1NabcDEF2345678', 'evt_1NabcDEF2345678'],
  ['a number behind a prefix', 'tel_447400900123', 'tel_•••••23'],
  ['a number like a receipt', 'N-0740-090012345', 'N-•••••45'],
  ['a Dutch day', 'op 24-12-2026', 'op 24-12-2026'],
  ['an amount', '10000.00', '10000.00'],
  ['a day before a number', '2026-11-27 call 07400 900123', '2026-11-27 call •••••23'],
  ['a day with its month’s name', 'on 28 Nov 2026 05:30', 'on 28 Nov 2026 05:30'],
  ['a number', '+44 (7400) 900-123', '+•••••23'],
  ['a number in a sentence', 'call 07400 900123 now', 'call •••••23 now'],
  ['a number in another script', '٠٧٤٠٠٩٠٠١٢٣', '•••••٢٣'],
  ['a number with unseen characters', '4\u200b4\u200b7\u200b4\u200b0\u200b0\u200b9', '•••••09'],
  ['a number behind a NUL', '\u0000447400900123', '\\u0000•••••23'],
  ['a number in words', 'call zero seven four zero zero one two three', 'call •••••'],
  ['a number in words that repeat', 'oh seven, four double oh one two three!', '•••••!'],
  ['a number with O for 0, and words', 'of O7911 two two three three four four', 'of •••••'],
  ['words and figures without blanks', '07911 two2three3 four4', '•••••'],
  ['fewer words with figures', 'in 2o26 one of two', 'in 2o26 one of two'],
  ['a German number', 'ruf null sieben vier null null eins zwei an', 'ruf ••••• an'],
  ['a Turkish number', 'sıfır beş üç iki bir yedi dokuz', '•••••'],
  ['a number in digits and words', '07400 one two three 456', '•••••'],
  [
    'figures in words',
    'one of two, then three; two 2026 and four',
    'one of two, then three; two 2026 and four',
  ],
  ['a long text', 'x'.repeat(201), 'x'.repeat(200)],
  ['blanks', '  ', null],
])('%s', (_, text, kept) => {
  expect(keptSubject(text)).toBe(kept)
})
