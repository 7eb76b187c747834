// The letter that is in a gift's envelope: who gives how much of what, and their note.

import { readableProjectName } from '#values/text/project-name.ts'
import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import './gift-letter.css'

type GiftLetterProps = {
  /** 'Gift from …'. */
  heading: string
  kg: number
  projectName: string
  /** Empty where none was written. */
  note: string
  /** What the reader can do with it. */
  children?: Elements
}

export function GiftLetter({ heading, kg, projectName, note, children }: GiftLetterProps) {
  const project = readableProjectName(projectName)
  return (
    <article className="letter" aria-label={heading}>
      <p className="caption">{heading}</p>
      <p className="letter-kg">{formatKg(kg)}</p>
      <p>{texts.passport_gift_project({ project })}</p>
      {note ? <blockquote className="letter-note">{note}</blockquote> : null}
      {children ? <div className="letter-actions">{children}</div> : null}
    </article>
  )
}
