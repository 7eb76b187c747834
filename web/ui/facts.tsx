// Draws short facts in a row with dots between them. A line breaks between two facts if possible,
// and no dot begins or ends one.
import type { Content } from './elements.tsx'
import './facts.css'

type FactsProps = {
  /** Facts are unique; an element brings its own key. */
  facts: readonly (string | readonly [name: string, fact: Content])[]
  className?: string
}

export function Facts({ facts, className = 'text-sm' }: FactsProps) {
  return (
    <span className={`facts ${className}`}>
      <span>
        {facts.map((each) => {
          const [name, fact] = typeof each === 'string' ? [each, each] : each
          return (
            <span key={name}>
              <span>{fact}</span>
              <span> </span>
            </span>
          )
        })}
      </span>
    </span>
  )
}
