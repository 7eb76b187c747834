// Draws the h1 of a page of /app, names the browser's tab, and takes the focus after navigation. It
// must not take the focus from a user who already uses the page.

import { useEffect, useRef } from 'react'
import type { Content } from '#web/ui/elements.tsx'
import { usePageTitle } from './use-page-title.ts'

type PageHeadingProps = {
  title: string
  /**
   * The page shows the title elsewhere, e.g. on the passport, so this heading is for screen
   * readers.
   */
  hidden?: boolean
  children?: Content
}

/** Titles with more letters (a project's name has up to 120) are smaller. */
const longTitle = 48

export function PageHeading({ title, hidden = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const size =
    title.length > longTitle
      ? 'text-[1.625rem] md:text-[2rem]'
      : 'text-[min(2.125rem,14vw)] md:text-[2.625rem]'
  usePageTitle(title)
  useEffect(() => {
    // The frame focused the content because this heading did not exist yet.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : `outline-none ${size}`}>
      {children ?? title}
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
