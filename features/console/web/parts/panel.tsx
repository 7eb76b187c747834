// Shows the parts of a page: panels with a title, and facts as pairs of a name and a value.
import { useId } from 'react'
import type { Content, Elements } from '#web/ui/elements.tsx'

type PanelProps = {
  title: string
  /** Content next to the title. */
  aside?: Elements
  className?: string
  children: Elements
}

export function Panel({ title, aside, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-field border border-line bg-surface p-4 md:p-5 ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export type Fact = readonly [name: string, value: Content]

/** Shows facts in two columns. A fact without a value is left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="grid gap-x-6 gap-y-2 min-[30rem]:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)]">
      {known.map(([name, value]) => (
        <div key={name} className="grid min-[30rem]:contents">
          <dt className="text-soft text-sm leading-6">{name}</dt>
          <dd className="wrap-anywhere min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows a line in place of an empty list within a panel. */
export function EmptyNote({ children }: { children: string }) {
  return <p className="text-soft">{children}</p>
}
