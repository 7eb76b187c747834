// Sets the browser's theme colour to the hero's green while the landing page is open.
import { useEffect } from 'react'

export function useGreenFrame() {
  useEffect(() => {
    const green = getComputedStyle(document.documentElement).getPropertyValue('--hero-top')
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const colours = metas.map((meta) => meta.content)
    for (const meta of metas) meta.content = green
    return () => {
      for (const [index, meta] of metas.entries()) meta.content = colours[index] ?? ''
    }
  }, [])
}
