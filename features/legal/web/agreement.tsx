// Shows the checkbox for privacy policy and terms. Its links open a new tab, so that the typed text is not lost.
import { useEffect, useRef } from 'react'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

type AgreementProps = {
  agreed: boolean
  /** True if the texts have changed since the user saw the page. A sentence then says so, and takes the focus. */
  isChanged?: boolean
  onChange: (agreed: boolean) => void
}

export function Agreement({ agreed, isChanged = false, onChange }: AgreementProps) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isChanged) notice.current?.focus()
  }, [isChanged])
  const link = 'font-semibold text-link underline underline-offset-4'
  return (
    <div className="grid gap-2">
      {isChanged ? (
        <p ref={notice} tabIndex={-1} role="alert" className="font-medium outline-none">
          {texts.sign_in_terms_changed()}
        </p>
      ) : null}
      <Checkbox checked={agreed} onChange={onChange}>
        <span>{`${texts.sign_in_agree_start()} `}</span>
        <a href={paths.public('privacy')} target="_blank" rel="noreferrer" className={link}>
          {texts.sign_in_privacy_policy()}
        </a>
        <span>{` ${texts.sign_in_agree_and()} `}</span>
        <a href={paths.public('terms')} target="_blank" rel="noreferrer" className={link}>
          {texts.sign_in_terms_of_use()}
        </a>
        <span>{texts.sign_in_agree_end()}</span>
      </Checkbox>
    </div>
  )
}
