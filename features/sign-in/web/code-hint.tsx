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
    <div role="status" className={`mt-3 font-[560] text-(--hero-notice) ${hintRow}`}>
      {hint ? <p>{hint.text}</p> : null}
      {code ? (
        <HintButton onClick={() => onEnter(code)}>{texts.sign_in_enter_code()}</HintButton>
      ) : null}
    </div>
  )
}

/** Lays out a sentence with its button. */
export const hintRow = 'flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden'

/** A plain button on the hero's ground, so that the frame's button stays the main one. */
export function HintButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-xl border-(--hero-focus) border-[1.5px] px-4.5 font-semibold text-(--hero-ink) hover:bg-(--hero-focus) hover:text-(--paper-ink)"
    >
      {children}
    </button>
  )
}
