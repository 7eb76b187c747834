// Shows the letter in a gift's envelope: note, giver, picture of the project and kilograms.

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
  /** A picture of the project. */
  picture?: Elements
  /** Buttons below the text. */
  children?: Elements
}

/** Length of a note that takes more than three lines of a phone. */
const longNote = 100

export function GiftLetter(props: GiftLetterProps) {
  const { heading, kg, projectName: project, note, picture, children } = props
  /** On a phone, a long note makes the picture lower. */
  const isLong = note.length > longNote
  return (
    <article
      className="letter light-paper text-balance rounded-card bg-(image:--envelope-paper) px-[min(1.25rem,6vw)] pt-6 pb-5 text-center shadow-(--shadow-card)"
      aria-label={heading}
    >
      {note ? (
        <blockquote
          dir="auto"
          className="mb-4 whitespace-pre-line text-[1.125rem] italic wrap-anywhere"
        >
          {note}
        </blockquote>
      ) : null}
      <p className="caption">{heading}</p>
      {picture ? (
        <div
          className={`mt-3 aspect-video overflow-hidden rounded-xl ${isLong ? 'max-lg:aspect-auto max-lg:h-24' : ''}`}
        >
          {picture}
        </div>
      ) : null}
      <p className="mt-1 mb-1 font-title text-[min(3.25rem,15vw)]/tight">{formatKg(kg)}</p>
      <p className="wrap-anywhere">{texts.passport_gift_project({ project })}</p>
      {children ? (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">{children}</div>
      ) : null}
    </article>
  )
}
