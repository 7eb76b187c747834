// A titled part of a page, with at most one link or button beside its title.
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'

type SectionProps = {
  title: string
  action?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ title, action, className = '', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="min-w-0 text-2xl md:text-[1.625rem]">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

const linkClass =
  'inline-flex min-h-11 shrink-0 items-center font-semibold text-link underline-offset-4 ' +
  'hover:underline'

/** The way to all of it. `about` completes the words for readers: "See all: Featured projects". */
export function SectionLink({ path, about, children }: SectionLinkProps) {
  return (
    <Link href={path} className={linkClass}>
      {children}
      <span className="sr-only">: {about}</span>
    </Link>
  )
}

type SectionLinkProps = { path: string; about: string; children: ReactNode }
