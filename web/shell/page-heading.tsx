// Draws the h1 of a page of /app, sets the title of the browser's tab, and takes the focus after
// navigation. It must not take the focus from another element than <main>.

import { useEffect, useRef } from 'react'
import { usePageTitle } from './page-title.ts'

type PageHeadingProps = {
  title: string
  /**
   * The page shows the title elsewhere, e.g. on the passport, so this heading is for screen
   * readers.
   */
  hidden?: boolean
}

/** Titles with more characters (a project's name has up to 120) have a smaller font size. */
const longTitle = 48

export function PageHeading({ title, hidden = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const size =
    title.length > longTitle
      ? 'text-[1.625rem] md:text-[2rem]'
      : 'text-[min(2.125rem,14vw)] md:text-[2.625rem]'
  usePageTitle(title)
  useEffect(() => {
    // ProtectedArea focused <main>, because this heading did not exist yet.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : `outline-none ${size}`}>
      {title}
    </h1>
  )
}

/** The heading of a page that is still loading. It never takes the focus. */
export function PassingHeading({ title }: { title: string }) {
  return (
    <h1 data-passing="" className="sr-only">
      {title}
    </h1>
  )
}
