// Decorates the hero: the guilloche behind it, and its green around the page. It loads after the page's own code.
import { bandPath } from '#values/drawing/guilloche-lines.ts'

/** Returns the path data of both bands, in a rectangle of 1200 by 640. */
export function heroBands() {
  const band = { width: 1200, frequency: 1.3, step: 24 }
  return {
    upper: bandPath({
      ...band,
      ...{ y: 190, amplitude: 120, lines: 30, phase: 0.6, drift: 0.075 },
    }),
    lower: bandPath({
      ...band,
      ...{ y: 480, amplitude: 130, lines: 34, phase: 3.4, drift: 0.065, frequency: 1.1 },
    }),
  }
}

/** Sets the browser's theme colour to the hero's green. Returns a function that restores the previous one. */
export function setThemeColour(): () => void {
  const green = getComputedStyle(document.documentElement).getPropertyValue('--hero-top')
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const colours = metas.map((meta) => meta.content)
  for (const meta of metas) meta.content = green
  return () => {
    for (const [index, meta] of metas.entries()) meta.content = colours[index] ?? ''
  }
}
