// What every paper of the product shares: its colours, the letters that a style begins from, and the rule
// between two parts.
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

/** Text in ink unless told. */
export function paperStyle(more: Partial<Style> & Pick<Style, 'size'>): Style {
  return { face: 'text', color: paperColours.ink, ...more }
}

/** A thin line, which is not read out. */
export function rule({ drawing, ornament }: Paper, { x, y, width }: Place): void {
  ornament(() =>
    drawing
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(paperColours.line),
  )
}
