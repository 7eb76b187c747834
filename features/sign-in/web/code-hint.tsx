// What stands beneath the number: the human sentence under the catalogue's, and the way back to a code
// that is on the phone already.
import { texts } from '#web/texts.ts'
import type { Hint } from './ask-for-code.ts'
import type { SentCode } from './sent-code.ts'

type CodeHintProps = { hint: Hint | undefined; onEnter: (code: SentCode) => void }

/** It is there before it says anything, so that readers hear it. */
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
