// Shows the letter in a gift's envelope: giver, kilograms, project and note.

import { readableProjectName } from '#values/text/project-name.ts'
import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import './gift-letter.css'

type GiftLetterProps = {
  /** The heading, 'Gift from …'. */
  heading: string
  kg: number
  projectName: string
  /** The note; empty without one. */
  note: string
  /** Actions for the reader. */
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
