// Shows the h1 of a page with its actions, and sets the title of the browser's tab.
import { Link } from 'wouter'
import type { Elements } from '#web/ui/elements.tsx'
import { useConsoleTitle } from './use-console-title.ts'

type PageHeaderProps = {
  title: string
  /** The list that the page belongs to. */
  up?: { readonly path: string; readonly name: string }
  /** Facts below the title. */
  children?: Elements
  actions?: Elements
}

export function PageHeader({ title, up, children, actions }: PageHeaderProps) {
  useConsoleTitle(title)
  return (
    <header className="mb-5 grid gap-3">
      {up ? (
        <p>
          <Link href={up.path} className="text-link text-sm underline-offset-4 hover:underline">
            {`← ${up.name}`}
          </Link>
        </p>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-full">
          <h1 className="wrap-anywhere text-[1.75rem] md:text-[2rem]">{title}</h1>
          {children}
        </div>
        {actions}
      </div>
    </header>
  )
}
