// Shows links to the pages of one part, such as those of the books.
import { Link, useLocation } from 'wouter'

export type SubPage = { readonly path: string; readonly name: string }

type SubNavigationProps = {
  /** The accessible name of the navigation. */
  name: string
  pages: readonly SubPage[]
}

export function SubNavigation({ name, pages }: SubNavigationProps) {
  const [location] = useLocation()
  return (
    <nav aria-label={name} className="mb-5 border-line border-b">
      <ul className="-mx-2 flex flex-wrap gap-x-2">
        {pages.map((page) => (
          <li key={page.path}>
            <Link
              href={page.path}
              aria-current={page.path === location ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center px-2 border-transparent border-b-2 font-semibold text-soft hover:text-ink aria-[current]:border-link aria-[current]:text-ink"
            >
              {page.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
