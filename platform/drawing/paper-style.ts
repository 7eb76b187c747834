// Defines the colours, the basic text style and the separator of every paper.
import type { Paper } from '#platform/drawing/paper.ts'
import type { Place, Style } from '#platform/drawing/paper-lines.ts'

/** The colours of paper in web/styles/theme.css. */
export const paperColours = {
  sheet: '#fffdf8',
  ink: '#14271f',
  faint: '#67726a',
  line: '#ded5bd',
  gold: '#c69a4c',
} as const

/** Returns a text style. Default colour: ink. */
export function paperStyle(more: Partial<Style> & Pick<Style, 'size'>): Style {
  return { face: 'text', color: paperColours.ink, ...more }
}

/** Draws a thin line, which screen readers skip. */
export function rule({ drawing, ornament }: Paper, { x, y, width }: Place): void {
  ornament(() =>
    drawing
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(paperColours.line),
  )
}
