// Tests the words by which a number answers STOP and START, in the languages of the product.
import { expect, it } from 'vitest'
import { answerOf } from '#providers/sms/twilio-webhook.ts'

it.each([
  ['English', 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'],
  ['Dutch', 'STOP AFMELDEN STOPPEN'],
  ['French', 'STOP ARRÊT ARRÊTER DÉSABONNER'],
  ['Spanish', 'STOP PARAR ALTO BAJA'],
  ['Italian', 'STOP FERMA BASTA CANCELLA'],
  ['German', 'STOPP ABMELDEN'],
  ['Turkish', 'DUR DURDUR İPTAL'],
])('%s: each of %s stops, in capitals and small letters, with a point', (_language, words) => {
  for (const word of words.split(' ')) {
    for (const body of [word, word.toLowerCase(), ` ${word}. `]) {
      expect([body, answerOf(body)]).toEqual([body, 'stopped'])
    }
  }
})

it.each(['START', 'YES', 'UNSTOP', 'start!'])('%s starts', (body) => {
  expect(answerOf(body)).toBe('started')
})

it.each(['', '?', 'HELP', 'NO', 'STOP IT', 'PLEASE STOP', 'RESTART'])('%j is no answer', (body) => {
  expect(answerOf(body)).toBeNull()
})
