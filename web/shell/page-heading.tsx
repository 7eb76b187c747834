// Shows the h1 of a page of /app, sets the title of the browser's tab, and takes the focus after a
// navigation. It must take the focus only from <main>.

import { useEffect, useRef } from 'react'
import { usePageTitle } from './page-title.ts'

type PageHeadingProps = {
  title: string
  /**
   * True if the page shows the title elsewhere, for example on the passport. The heading is then only for
   * screen readers.
   */
  hidden?: boolean
}

/** Maximum number of characters of a title in the large font. A project's name may have 120. */
const largeTitleMax = 48

export function PageHeading({ title, hidden = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const sizeClass =
    title.length > largeTitleMax
      ? 'text-[1.625rem] md:text-[2rem]'
      : 'text-[min(2.125rem,14vw)] md:text-[2.625rem]'
  usePageTitle(title)
  useEffect(() => {
    // ProtectedArea has focused <main> (id `content`), because this heading did not exist yet.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : `outline-none ${sizeClass}`}>
      {title}
    </h1>
  )
}

/** Shows the heading of a page that is still loading. It never takes the focus. */
export function PassingHeading({ title }: { title: string }) {
  return (
    <h1 data-passing="" className="sr-only">
      {title}
    </h1>
  )
}
