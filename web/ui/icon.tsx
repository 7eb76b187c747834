// Draws icons. They are the product's own, because a library would be too large for the landing page's
// bundle. Screen readers skip an icon, because a text is next to it.

type IconDrawing = readonly [size: 16 | 24, stroke: number, path: string]

const icons = {
  'add-card': [
    24,
    1.8,
    'M3.5 11V7.5A2.5 2.5 0 0 1 6 5h12a2.5 2.5 0 0 1 2.5 2.5V11m-17 0h17m-17 0v5.5A2.5 2.5 0 0 0 6 19h6m5-3v6m-3-3h6',
  ],
  check: [24, 2.6, 'm6 12.5 4 4 8-9'],
  'chevron-down': [16, 2, 'm3.5 6 4.5 4.5L12.5 6'],
  close: [16, 1.8, 'm3 3 10 10M13 3 3 13'],
  external: [16, 1.6, 'M6 3H3v10h10v-3M9 3h4v4M13 3 7 9'],
  filter: [16, 1.8, 'M2 4.5h12M4.5 8h7M6.5 11.5h3'],
  home: [
    24,
    1.7,
    'M7.5 3h9a2.5 2.5 0 0 1 2.5 2.5v13a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-13a2.5 2.5 0 0 1 2.5-2.5ZM8.8 10.5a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0ZM9 17h6',
  ],
  lock: [
    16,
    1.5,
    'M4.6 7h6.8a1.6 1.6 0 0 1 1.6 1.6v3.8a1.6 1.6 0 0 1-1.6 1.6h-6.8a1.6 1.6 0 0 1-1.6-1.6v-3.8a1.6 1.6 0 0 1 1.6-1.6ZM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2',
  ],
  'log-out': [24, 1.8, 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 16l-4-4 4-4M6 12h10'],
  profile: [24, 1.7, 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0ZM4 21c1-5 4.5-7 8-7s7 2 8 7'],
  projects: [24, 1.7, 'M3 20h18M6 20V11l4-3v12M14 20V5l4 3v12'],
  search: [16, 1.8, 'M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0ZM10.5 10.5 14 14'],
  wallet: [
    24,
    1.8,
    'M4 8V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5V8M4 8v9.5a2.5 2.5 0 0 0 2.5 2.5h11a2.5 2.5 0 0 0 2.5-2.5V8M4 8h16M4 12h4.5c.8 2 1.9 3 3.5 3s2.7-1 3.5-3H20',
  ],
  warning: [16, 1.5, 'M8 2 14.5 13.5h-13ZM8 6.2v3.4M8 10.9v1.3'],
} as const satisfies Record<string, IconDrawing>

export type IconName = keyof typeof icons

/** Draws an icon. `className` sets its size. Lines of 24 px icons have round ends, except `check`. */
export function Icon({ name, className }: { name: IconName; className: string }) {
  const [size, stroke, path] = icons[name]
  const isRound = size === 24 && name !== 'check'
  return <LineIcon {...{ size, stroke, path, isRound, className }} />
}

type LineIconProps = {
  path: string
  size?: 16 | 24
  stroke?: number
  isRound?: boolean
  className: string
}

/** Draws `path` in the style of the icons. It is for drawings that only one part of the product uses. */
export function LineIcon(props: LineIconProps) {
  const { path, size = 24, stroke = 1.7, isRound = true, className } = props
  const ends = isRound ? 'round' : undefined
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap={ends}
      strokeLinejoin={ends}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
