// Names the page in the browser's tab, and for readers on arrival.
import { useEffect } from 'react'
import { texts } from '#web/texts.ts'

/** `undefined` is the product's name alone. */
export function usePageTitle(title?: string) {
  useEffect(() => {
    const product = texts.common_product()
    document.title = title && title !== product ? `${title} · ${product}` : product
  }, [title])
}
