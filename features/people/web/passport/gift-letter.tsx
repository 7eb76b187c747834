// Shows the letter in a gift's envelope: giver, kilograms, project and note.

import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import './light-paper.css'

type GiftLetterProps = {
  /** The heading, 'Gift from …'. */
  heading: string
  kg: number
  projectName: string
  /** The note, or ''. */
  note: string
  /** Buttons below the note. */
  children?: Elements
}

export function GiftLetter({ heading, kg, projectName: project, note, children }: GiftLetterProps) {
  return (
    <article
      className="letter light-paper text-balance rounded-card bg-(image:--envelope-paper) px-[min(1.25rem,6vw)] pt-6 pb-5 text-center shadow-(--shadow-card)"
      aria-label={heading}
    >
      <p className="caption">{heading}</p>
      <p className="mb-1 font-title text-[min(3.25rem,15vw)]/tight">{formatKg(kg)}</p>
      <p>{texts.passport_gift_project({ project })}</p>
      {note ? (
        <blockquote
          dir="auto"
          className="mt-3 whitespace-pre-line text-[1.125rem] italic wrap-anywhere"
        >
          {note}
        </blockquote>
      ) : null}
      {children ? (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">{children}</div>
      ) : null}
    </article>
  )
}
