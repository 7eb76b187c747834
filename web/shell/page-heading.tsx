// The one h1 of a page of /app. It names the browser's tab and takes the focus on arrival from
// another page; it must never take it from a person who is already at work on the page.
import { type ReactNode, useEffect, useRef } from 'react'
import { usePageTitle } from './use-page-title.ts'

type PageHeadingProps = {
  title: string
  /** The page says it already, e.g. on the passport itself: only readers hear the heading. */
  hidden?: boolean
  children?: ReactNode
}

export function PageHeading({ title, hidden = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    // The frame gave the focus to the whole content because this heading was not there yet.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={hidden ? 'sr-only' : 'text-[2.125rem] outline-none md:text-[2.625rem]'}
    >
      {children ?? title}
    </h1>
  )
}
