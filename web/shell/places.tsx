// The three places, Home, Projects and Profile: a bar under the thumb on phones, tabs in the
// header on wide screens. One list, so readers and keyboards meet it once.
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'

const icons = {
  home: (
    <>
      <rect x="5" y="3" width="14" height="18" rx="2.5" />
      <circle cx="12" cy="10.5" r="3.2" />
      <path d="M9 17h6" />
    </>
  ),
  projects: <path d="M3 20h18M6 20V11l4-3v12M14 20V5l4 3v12" />,
  profile: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c1-5 4.5-7 8-7s7 2 8 7" />
    </>
  ),
} as const

function placeOf(location: string) {
  if (location.startsWith(paths.projects) || location === paths.offers) return paths.projects
  if (location === paths.settings) return paths.settings
  return paths.home
}

export function Places() {
  const [location] = useLocation()
  const here = placeOf(location)
  return (
    <nav aria-label={texts.common_places()} className="places">
      <Place path={paths.home} here={here} label={texts.common_home()}>
        {icons.home}
      </Place>
      <Place path={paths.projects} here={here} label={texts.common_projects()}>
        {icons.projects}
      </Place>
      <Place path={paths.settings} here={here} label={texts.common_profile()}>
        {icons.profile}
      </Place>
    </nav>
  )
}

type PlaceProps = { path: string; here: string; label: string; children: ReactNode }

function Place({ path, here, label, children }: PlaceProps) {
  return (
    <Link href={path} aria-current={path === here ? 'page' : undefined} className="place">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <span>{label}</span>
    </Link>
  )
}
