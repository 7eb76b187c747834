// Short facts in one line with dots between them. A line breaks after a dot, not within a fact; the
// first one alone, which holds a name, may be longer than a line.
import { Fragment } from 'react'

type PartsProps = {
  parts: readonly string[]
  /** Of each fact but the first. */
  className?: string
}

export function Parts({ parts, className = 'inline-block' }: PartsProps) {
  return parts.map((part, place, { length }) => (
    <Fragment key={part}>
      {place > 0 ? ' ' : null}
      <span className={place > 0 ? className : undefined}>
        {place === length - 1 ? part : `${part} ·`}
      </span>
    </Fragment>
  ))
}
