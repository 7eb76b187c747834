// Asks whether the phone number's idle passport is the user's, because the phone number may have a new owner.
// It shows no data of the passport.
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'

type WhosePassportProps = {
  busy: boolean
  /** The error message after an answer, and the explanation below it. */
  text: string | undefined
  hint: string | undefined
  onAnswer: (mine: boolean) => void
}

export function WhosePassport({ busy, text, hint, onAnswer }: WhosePassportProps) {
  return (
    <>
      <p>{texts.sign_in_idle()}</p>
      <FormProblem>{text}</FormProblem>
      {hint ? <p className="-mt-2 text-sm text-soft">{hint}</p> : null}
      <div className="grid gap-2">
        <Button variant="accent" size="large" wide busy={busy} onClick={() => onAnswer(true)}>
          {texts.sign_in_mine()}
        </Button>
        <Button variant="outline" size="large" wide busy={busy} onClick={() => onAnswer(false)}>
          {texts.sign_in_not_mine()}
        </Button>
      </div>
      <p className="text-sm text-soft">{texts.sign_in_not_mine_text()}</p>
    </>
  )
}
