// Draws the navigation of the three sections: a bar at the bottom of phones, tabs in the header of
// wide screens. It is one list for screen readers and keyboards.
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

const sections = [
  { icon: 'home', path: paths.home, label: texts.common_home },
  { icon: 'projects', path: paths.projects, label: texts.common_projects },
  { icon: 'profile', path: paths.settings, label: texts.common_profile },
] as const

/** The section of a page; null for pages in none. */
function sectionOf(location: string): string | null {
  if (location.startsWith(paths.projects) || location === paths.offers) return paths.projects
  if (location === paths.settings || location === paths.card) return paths.settings
  return location === paths.home ? paths.home : null
}

export function MainNavigation() {
  const [location] = useLocation()
  const section = sectionOf(location)
  /** The page itself, or its section. */
  const currentOf = (path: string) => {
    if (path === location) return 'page'
    return path === section ? 'true' : undefined
  }
  return (
    <nav aria-label={texts.common_main_navigation()} className="main-navigation">
      {sections.map(({ icon, path, label }) => (
        <Link key={path} href={path} aria-current={currentOf(path)} className="main-link">
          <Icon name={icon} />
          <span>{label()}</span>
        </Link>
      ))}
    </nav>
  )
}
