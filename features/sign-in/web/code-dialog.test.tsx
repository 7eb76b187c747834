// Tests the sheet of the code at its first render: its texts about the code, and its buttons.
import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CountryChoice } from '#features/people/web/phone/country-choice.tsx'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { texts } from '#web/texts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { CodeHint } from './code-hint.tsx'
import { sentBefore, sentNow } from './requested-code.ts'
import type { SentCode } from './sent-code.ts'
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

it('Verify waits for the agreement, which a signed-in user gave before', () => {
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

it('another code can be requested when its time has come', () => {
  expect(drawn().isDisabled(/^Send a new code in 1:30$/)).toEqual([true])
  expect(drawn({ resendAt: Date.now() - 1 }).isDisabled(/^Send a new code$/)).toEqual([false])
})

it('a code is shown as sent by this tab, or as one that came before', () => {
  expect(drawn().text).toContain('We sent a code to +44')
  const before = drawn(sentBefore(phone, 90, Date.now())).text
  expect(before).toContain('Enter the code that you received on +44')
  expect(before).not.toContain('We sent')
})

const expired = 'This code has expired.'
const over = 'Too many tries.'
it.each<[string, Partial<SentCode>, string[]]>([
  ['is valid', { wrongTries: codeTriesMax - 1 }, []],
  ['has expired', { expiresAt: 1 }, [expired]],
  ['came earlier and has an unknown expiry', { isOurs: false, expiresAt: 1 }, []],
  ['has no attempts left', { wrongTries: codeTriesMax }, [over]],
  ['has neither', { wrongTries: codeTriesMax, expiresAt: 1 }, [over]],
])('a code that %s shows its end, if any', (_, more, said) => {
  const { text } = drawn(more)
  expect([expired, over].filter((each) => text.includes(each))).toEqual(said)
})

it('the link back to a code is beneath its sentence, and absent without a code', () => {
  const code = sentBefore(phone, 90, Date.now())
  const hint = (more: object) =>
    renderToStaticMarkup(<CodeHint hint={{ text: 'Why', ...more }} onEnter={nothing} />)
  expect(hint({ code })).toContain('Enter code')
  expect(hint({})).toContain('<p>Why</p>')
  expect(hint({})).not.toContain('<button')
  // Rendered before it has a text, so that screen readers announce it.
  const empty = renderToStaticMarkup(<CodeHint hint={undefined} onEnter={nothing} />)
  expect(empty).toMatch(/^<div role="status" class="[^"]*"><\/div>$/)
})

it('a number that names its own country leaves no choice', () => {
  const choice = (isInternational: boolean) =>
    renderToStaticMarkup(
      <CountryChoice
        {...{
          country: 'GB',
          shownCountry: 'NL',
          isInternational,
          className: '',
          onChange: nothing,
        }}
      />,
    )
  expect(choice(true)).toMatch(/<select[^>]* disabled=""/)
  expect(choice(true)).not.toContain('>+31<')
  expect(choice(false)).not.toMatch(/<select[^>]* disabled=""/)
  expect(choice(false)).toContain('>+31<')
  expect(choice(false)).toMatch(/<option value="GB" selected="">United Kingdom \+44</)
})

/** Presses the element with these words, among all that a stateless component renders. */
function press(node: ReactNode, words: string): void {
  if (Array.isArray(node)) for (const each of node) press(each, words)
  if (!isValidElement<{ children?: ReactNode; onClick?: () => void }>(node)) return
  const { children, onClick } = node.props
  if (children === words) onClick?.()
  else press(children, words)
}

it('the question about the passport’s owner is answered by its two buttons', () => {
  const answers: boolean[] = []
  const onAnswer = (mine: boolean) => void answers.push(mine)
  const question = WhosePassport({ busy: false, text: undefined, hint: undefined, onAnswer })
  press(question, texts.sign_in_mine())
  press(question, texts.sign_in_not_mine())
  expect(answers).toEqual([true, false])
})

it('while an answer about the idle passport is sent, neither answer can be given again', () => {
  const question = (busy: boolean) =>
    renderToStaticMarkup(
      <WhosePassport {...{ busy }} text={undefined} hint={undefined} onAnswer={nothing} />,
    ).match(/ aria-busy="true"/g)?.length ?? 0
  expect([question(false), question(true)]).toEqual([0, 2])
})
