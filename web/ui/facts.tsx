// Short facts one after the other, with dots between them. A line breaks between two facts where it can,
// and no dot begins or ends one.
import { Fragment, type ReactNode } from 'react'
import './facts.css'

type FactsProps = {
  /** Each is told once; what is more than words brings a name of its own. */
  facts: readonly (string | readonly [name: string, fact: ReactNode])[]
  className?: string
}

export function Facts({ facts, className = 'text-sm' }: FactsProps) {
  return (
    <span className={`facts ${className}`}>
      <span>
        {facts.map((each) => {
          const [name, fact] = typeof each === 'string' ? [each, each] : each
          return (
            <Fragment key={name}>
              <span>{fact}</span>{' '}
            </Fragment>
          )
        })}
      </span>
    </span>
  )
}
