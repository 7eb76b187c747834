// Gives the browser's frame around the page the hero's green while the landing page is open.
import { useEffect } from 'react'

export function useGreenFrame() {
  useEffect(() => {
    const green = getComputedStyle(document.documentElement).getPropertyValue('--hero-top')
    const marks = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const colours = marks.map((mark) => mark.content)
    for (const mark of marks) mark.content = green
    return () => {
      for (const [place, mark] of marks.entries()) mark.content = colours[place] ?? ''
    }
  }, [])
}
