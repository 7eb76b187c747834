// Shows the explanation of an error message below the phone number, and a button that returns to a code that
// was already sent.
import { texts } from '#web/texts.ts'
import type { Hint } from './ask-for-code.ts'
import type { SentCode } from './sent-code.ts'

type CodeHintProps = { hint: Hint | undefined; onEnter: (code: SentCode) => void }

/** Shows a hint. It is rendered even without a text, so that screen readers announce a later text. */
export function CodeHint({ hint, onEnter }: CodeHintProps) {
  const code = hint?.code
  return (
    <div role="status" className={`mt-3 font-[560] text-(--hero-notice) ${hintRowClass}`}>
      {hint ? <p>{hint.text}</p> : null}
      {code ? (
        <HintButton onClick={() => onEnter(code)}>{texts.sign_in_enter_code()}</HintButton>
      ) : null}
    </div>
  )
}

/** Classes that lay out a text next to its button. */
export const hintRowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden'

/** Shows a less prominent button than that of the phone number's field. */
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
