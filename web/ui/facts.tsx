// Short facts one after the other, with dots between them. A line breaks between two facts where it can,
// and no dot begins or ends one.
import type { Content } from './elements.tsx'
import './facts.css'

type FactsProps = {
  /** Each is told once; what is more than words brings a name of its own. */
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
