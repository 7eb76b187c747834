// Names the page in the browser's tab, and for readers on arrival.
import { useEffect } from 'react'
import { texts } from '#web/texts.ts'

/** `undefined` is the product's name alone. */
export function pageTitle(title?: string): string {
  const product = texts.common_product()
  return title && title !== product ? `${title} · ${product}` : product
}

export function usePageTitle(title?: string) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
