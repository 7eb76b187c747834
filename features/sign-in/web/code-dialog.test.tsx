// The sheet of the code as it is first drawn: what it says of the code, and what can be pressed.
import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CountryChoice } from '#features/people/web/phone/country-choice.tsx'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { texts } from '#web/texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { CodeHint } from './code-hint.tsx'
import { type SentCode, sentBefore, sentNow } from './sent-code.ts'
import { WhosePassport } from './whose-passport.tsx'

const phone = '+447700900123'
const nothing = () => undefined
const answer = { expiresInSeconds: 300, resendInSeconds: 90 }

function drawn(more: Partial<SentCode> = {}, why?: string) {
  const sent = { ...sentNow(phone, answer, undefined, Date.now()), ...more }
  const html = renderToStaticMarkup(
    <CodeDialog
      {...{ sent, onChange: nothing, onClose: nothing, onUsed: nothing }}
      {...(why === undefined ? {} : { why })}
    />,
  )
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)]
  return {
    text: html.replace(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '),
    isDisabled: (name: RegExp) =>
      buttons
        .filter(([, , label = '']) => name.test(label.replace(/<[^>]+>/g, '')))
        .map(([, tag]) => / disabled=""/.test(tag ?? '')),
    boxes: html.match(/type="checkbox"/g)?.length ?? 0,
  }
}

it('Verify waits for the agreement, which whoever is signed in gave before', () => {
  const first = drawn()
  expect(first.isDisabled(/^Verify$/)).toEqual([true])
  expect(first.text).toContain('Tick the box to verify.')
  expect(first.boxes).toBe(1)
  const again = drawn({}, 'Your key is lost.')
  expect(again.isDisabled(/^Verify$/)).toEqual([false])
  expect(again.text).toContain('Your key is lost.')
  expect(again.text).not.toContain('Tick the box')
  expect(again.boxes).toBe(0)
})

it('another code can be asked for when its time has come', () => {
  expect(drawn().isDisabled(/^Send a new code in 1:30$/)).toEqual([true])
  expect(drawn({ resendAt: Date.now() - 1 }).isDisabled(/^Send a new code$/)).toEqual([false])
})

it('a code is told as sent by this tab, or as one that came before', () => {
  expect(drawn().text).toContain('We sent a code to +44')
  const before = drawn(sentBefore(phone, 90, Date.now())).text
  expect(before).toContain('Enter the code that you received on +44')
  expect(before).not.toContain('We sent')
})

const expired = 'This code has expired.'
const over = 'Too many tries.'
it.each<[string, Partial<SentCode>, string[]]>([
  ['works', { wrongTries: codeTriesMax - 1 }, []],
  ['has expired', { expiresAt: 1 }, [expired]],
  ['of before nobody knows when it expires', { isOurs: false, expiresAt: 1 }, []],
  ['has no tries left', { wrongTries: codeTriesMax }, [over]],
  ['has neither', { wrongTries: codeTriesMax, expiresAt: 1 }, [over]],
])('a code that %s says so', (_, more, said) => {
  const { text } = drawn(more)
  expect([expired, over].filter((each) => text.includes(each))).toEqual(said)
})

it('the way back to a code stands beneath its sentence, and none without a code', () => {
  const code = sentBefore(phone, 90, Date.now())
  const hint = (more: object) =>
    renderToStaticMarkup(<CodeHint hint={{ text: 'Why', ...more }} onEnter={nothing} />)
  expect(hint({ code })).toContain('Enter code')
  expect(hint({})).toContain('<p>Why</p>')
  expect(hint({})).not.toContain('<button')
  // There before it says anything, so that readers hear it.
  const empty = renderToStaticMarkup(<CodeHint hint={undefined} onEnter={nothing} />)
  expect(empty).toBe('<div role="status" class="code-hint"></div>')
})

it('a number that names its own country leaves nothing to choose', () => {
  const choice = (isInternational: boolean) =>
    renderToStaticMarkup(
      <CountryChoice
        {...{ country: 'GB', shownCountry: 'NL', isInternational, onChange: nothing }}
      />,
    )
  expect(choice(true)).toMatch(/<select[^>]* disabled=""/)
  expect(choice(true)).not.toContain('>+31<')
  expect(choice(false)).not.toMatch(/<select[^>]* disabled=""/)
  expect(choice(false)).toContain('>+31<')
  expect(choice(false)).toMatch(/<option value="GB" selected="">United Kingdom \+44</)
})

/** Presses what has these words, among all that a component without a state of its own draws. */
function press(node: ReactNode, words: string): void {
  if (Array.isArray(node)) for (const each of node) press(each, words)
  if (!isValidElement<{ children?: ReactNode; onClick?: () => void }>(node)) return
  const { children, onClick } = node.props
  if (children === words) onClick?.()
  else press(children, words)
}

it('whose a passport is, is answered by the button that says so', () => {
  const answers: boolean[] = []
  const onAnswer = (mine: boolean) => void answers.push(mine)
  const question = WhosePassport({ busy: false, text: undefined, hint: undefined, onAnswer })
  press(question, texts.sign_in_mine())
  press(question, texts.sign_in_not_mine())
  expect(answers).toEqual([true, false])
})
