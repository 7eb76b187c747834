// Draws short facts in a row with dots between them. A line breaks between two facts if possible,
// and no dot begins or ends one.
import type { Content } from './elements.tsx'

type FactsProps = {
  /** Facts are unique; an element brings its own key. */
  facts: readonly (string | readonly [name: string, fact: Content])[]
  className?: string
  /** Limits a phone to one line: it truncates the first fact and hides later ones that do not fit. */
  brief?: boolean
}

/** Draws a dot before a fact. At the start of a line the dot is outside the box, which clips it. */
const dotBefore =
  "before:absolute before:left-0 before:w-4 before:text-center before:content-['·'_/_'']"

export function Facts({ facts, className = 'text-sm', brief = false }: FactsProps) {
  return (
    <span
      className={`facts block overflow-hidden text-soft leading-[1.4] ${brief ? 'max-md:max-h-[1.4em]' : ''} ${className}`}
    >
      <span className="-ml-4 flex flex-wrap">
        {facts.map((each, index) => {
          const [name, fact] = typeof each === 'string' ? [each, each] : each
          return (
            <span
              key={name}
              className={`wrap-anywhere relative min-w-0 pl-4 ${dotBefore} ${brief && index === 0 ? 'max-md:max-w-full max-md:truncate' : ''}`}
            >
              <span>{fact}</span>
              <span> </span>
            </span>
          )
        })}
      </span>
    </span>
  )
}
