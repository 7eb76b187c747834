// Shows the text beneath the number: the explanation under the catalogue's sentence, and a link
// back to a code that was sent already.
import { texts } from '#web/texts.ts'
import type { Hint } from './ask-for-code.ts'
import type { SentCode } from './sent-code.ts'

type CodeHintProps = { hint: Hint | undefined; onEnter: (code: SentCode) => void }

/** Rendered before it has a text, so that screen readers announce it. */
export function CodeHint({ hint, onEnter }: CodeHintProps) {
  const code = hint?.code
  return (
    <div role="status" className="code-hint">
      {hint ? <p>{hint.text}</p> : null}
      {code ? (
        <button type="button" onClick={() => onEnter(code)}>
          {texts.sign_in_enter_code()}
        </button>
      ) : null}
    </div>
  )
}
