// The one h1 of a page of /app. It names the browser's tab and takes the focus on arrival from
// another page; it must not take it from a person who is already at work on the page.

import { useEffect, useRef } from 'react'
import type { Content } from '#web/ui/elements.tsx'
import { usePageTitle } from './use-page-title.ts'

type PageHeadingProps = {
  title: string
  /** The page says it already, e.g. on the passport itself: only readers hear the heading. */
  hidden?: boolean
  children?: Content
}

/** Letters above which a title (a project's name has up to 120) is set smaller. */
const longTitle = 48

export function PageHeading({ title, hidden = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const size =
    title.length > longTitle
      ? 'text-[1.625rem] md:text-[2rem]'
      : 'text-[min(2.125rem,14vw)] md:text-[2.625rem]'
  usePageTitle(title)
  useEffect(() => {
    // The frame gave the focus to the whole content because this heading was not there yet.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : `outline-none ${size}`}>
      {children ?? title}
    </h1>
  )
}

/** Stands in for the heading of a page that is still loading. It never takes the focus. */
export function PassingHeading({ title }: { title: string }) {
  return (
    <h1 data-passing="" className="sr-only">
      {title}
    </h1>
  )
}
