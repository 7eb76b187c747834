// Shows short facts in a row with dots between them. Lines break between facts if possible, and no line
// begins or ends with a dot.
import type { Content } from './elements.tsx'

type FactsProps = {
  /** The facts, each a unique text, or an element with a unique name. */
  facts: readonly (string | readonly [name: string, fact: Content])[]
  className?: string
  /** True shows one line on phones: the first fact is truncated, and facts that do not fit are hidden. */
  brief?: boolean
}

/** Classes for a dot before a fact. At the start of a line, the box clips the dot, which is outside of it. */
const dotClass =
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
              className={`wrap-anywhere relative min-w-0 pl-4 ${dotClass} ${brief && index === 0 ? 'max-md:max-w-full max-md:truncate' : ''}`}
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
