// Draws the interface's icons. The set is our own, because a library would enlarge the landing page's
// bundle too much. Screen readers skip the icons; the text next to an icon names it.

import type { Elements } from './elements.tsx'

type Drawing = { readonly size: 16 | 24; readonly stroke: number; readonly shape: Elements }

const icons = {
  'add-card': {
    size: 24,
    stroke: 1.8,
    shape: (
      <path d="M3.5 11V7.5A2.5 2.5 0 0 1 6 5h12a2.5 2.5 0 0 1 2.5 2.5V11m-17 0h17m-17 0v5.5A2.5 2.5 0 0 0 6 19h6m5-3v6m-3-3h6" />
    ),
  },
  check: { size: 24, stroke: 2.6, shape: <path d="m6 12.5 4 4 8-9" /> },
  'chevron-down': { size: 16, stroke: 2, shape: <path d="m3.5 6 4.5 4.5L12.5 6" /> },
  close: { size: 16, stroke: 1.8, shape: <path d="m3 3 10 10M13 3 3 13" /> },
  external: {
    size: 16,
    stroke: 1.6,
    shape: <path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7 9" />,
  },
  home: {
    size: 24,
    stroke: 1.7,
    shape: (
      <>
        <rect x="5" y="3" width="14" height="18" rx="2.5" />
        <circle cx="12" cy="10.5" r="3.2" />
        <path d="M9 17h6" />
      </>
    ),
  },
  lock: {
    size: 16,
    stroke: 1.5,
    shape: (
      <>
        <rect x="3" y="7" width="10" height="7" rx="1.6" />
        <path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />
      </>
    ),
  },
  filter: {
    size: 16,
    stroke: 1.8,
    shape: <path d="M2 4.5h12M4.5 8h7M6.5 11.5h3" />,
  },
  'log-out': {
    size: 24,
    stroke: 1.8,
    shape: <path d="M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 16l-4-4 4-4M6 12h10" />,
  },
  profile: {
    size: 24,
    stroke: 1.7,
    shape: (
      <>
        <circle cx="12" cy="8" r="4" />
        <path d="M4 21c1-5 4.5-7 8-7s7 2 8 7" />
      </>
    ),
  },
  projects: {
    size: 24,
    stroke: 1.7,
    shape: <path d="M3 20h18M6 20V11l4-3v12M14 20V5l4 3v12" />,
  },
  search: {
    size: 16,
    stroke: 1.8,
    shape: (
      <>
        <circle cx="7" cy="7" r="4.5" />
        <path d="m10.5 10.5 3.5 3.5" />
      </>
    ),
  },
  warning: {
    size: 16,
    stroke: 1.5,
    shape: <path d="M8 2 14.5 13.5h-13ZM8 6.2v3.4M8 10.9v1.3" />,
  },
  wallet: {
    size: 24,
    stroke: 1.8,
    shape: (
      <path d="M4 8V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5V8M4 8v9.5a2.5 2.5 0 0 0 2.5 2.5h11a2.5 2.5 0 0 0 2.5-2.5V8M4 8h16M4 12h4.5c.8 2 1.9 3 3.5 3s2.7-1 3.5-3H20" />
    ),
  },
} as const satisfies Record<string, Drawing>

export type IconName = keyof typeof icons

/** `className` sets the size. Lines of 24 px icons have round ends, except `check`. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const { size, stroke, shape } = icons[name]
  return (
    <LineIcon
      size={size}
      stroke={stroke}
      round={size === 24 && name !== 'check'}
      {...{ className }}
    >
      {shape}
    </LineIcon>
  )
}

type LineIconProps = {
  size?: 16 | 24
  stroke?: number
  round?: boolean
  className?: string | undefined
  children: Elements
}

/** Draws `children` in the style of the icons, for a drawing that only one part of the product uses. */
export function LineIcon(props: LineIconProps) {
  const { size = 24, stroke = 1.7, round = true, className, children } = props
  const ends = round ? 'round' : undefined
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
      {children}
    </svg>
  )
}
