// Shows a section of a page: a title, at most one link or button next to it, and the content.

import { createContext, useContext, useId } from 'react'
import { Link } from 'wouter'
import type { Content, Elements } from './elements.tsx'

/** Id of the section's title, which describes the link or button next to it. */
const TitleId = createContext<string | undefined>(undefined)

type SectionProps = {
  title: string
  action?: Elements
  className?: string
  children: Elements
}

export function Section({ title, action, className = '', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 md:mb-3">
        <h2 id={id} className="min-w-0 text-2xl md:text-[1.625rem]">
          {title}
        </h2>
        <TitleId value={id}>{action}</TitleId>
      </div>
      {children}
    </section>
  )
}

const linkClass =
  'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 ' +
  'hover:underline'

/** Shows a link to the whole list. Screen readers read the section's title after its text. */
export function SectionLink({ path, children }: { path: string; children: Content }) {
  return (
    <Link href={path} className={linkClass} aria-describedby={useContext(TitleId)}>
      {children}
    </Link>
  )
}

/**
 * Shows a button that expands or collapses a section's list. Screen readers read the section's title after
 * its text.
 */
export function SectionButton(props: {
  isExpanded: boolean
  onClick: () => void
  children: Content
}) {
  return (
    <button
      type="button"
      className={`${linkClass} forced-colors:px-2`}
      aria-expanded={props.isExpanded}
      aria-describedby={useContext(TitleId)}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
