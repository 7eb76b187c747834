// The three sections, Home, Projects and Profile: a bar under the thumb on phones, tabs in the
// header on wide screens. One list, so readers and keyboards meet it once.
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

const sections = [
  { icon: 'home', path: paths.home, label: texts.common_home },
  { icon: 'projects', path: paths.projects, label: texts.common_projects },
  { icon: 'profile', path: paths.settings, label: texts.common_profile },
] as const

/** The section that a page belongs to; null for those that are in none. */
function sectionOf(location: string): string | null {
  if (location.startsWith(paths.projects) || location === paths.offers) return paths.projects
  if (location === paths.settings || location === paths.card) return paths.settings
  return location === paths.home ? paths.home : null
}

export function MainNavigation() {
  const [location] = useLocation()
  const section = sectionOf(location)
  /** The page itself, or the section that it lies in. */
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
