// Sets the title of the browser's tab, which screen readers announce.
import { useEffect } from 'react'
import { texts } from '#web/texts.ts'

/** Returns the title followed by the product's name; without a title, the product's name alone. */
export function pageTitle(title?: string): string {
  const product = texts.common_product()
  return title && title !== product ? `${title} · ${product}` : product
}

export function usePageTitle(title?: string) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
