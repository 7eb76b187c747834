// Short facts one after the other, with dots between them. A line breaks between two facts where it can,
// and no dot begins or ends one.
import { Fragment, type ReactNode } from 'react'
import './facts.css'

type FactsProps = {
  /** Each with a name of its own among them. */
  facts: readonly (readonly [name: string, fact: ReactNode])[]
  className?: string
}

export function Facts({ facts, className = 'text-sm' }: FactsProps) {
  return (
    <p className={`facts ${className}`}>
      <span>
        {facts.map(([name, fact]) => (
          <Fragment key={name}>
            <span>{fact}</span>{' '}
          </Fragment>
        ))}
      </span>
    </p>
  )
}
