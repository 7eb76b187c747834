// Shows the navigation between the three sections: a bar at the bottom on phones, tabs in the header on wide
// screens. Both are the same elements.
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

const sections = [
  { icon: 'home', path: paths.home, label: texts.common_home },
  { icon: 'projects', path: paths.projects, label: texts.common_projects },
  { icon: 'profile', path: paths.settings, label: texts.common_profile },
] as const

const barClass =
  'main-navigation max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:grid ' +
  'max-md:grid-cols-[repeat(3,1fr)] max-md:border-line max-md:border-t max-md:bg-paper/94 ' +
  'max-md:px-[max(0.5rem,env(safe-area-inset-left))] max-md:pt-1.5 max-md:backdrop-blur-[14px] ' +
  'max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] md:ml-auto md:flex md:gap-1.5 md:self-stretch'
const linkClass =
  'main-link group relative text-soft aria-[current]:font-[680] aria-[current]:text-ink ' +
  'max-md:grid max-md:justify-items-center max-md:gap-0.75 max-md:rounded-xl max-md:px-1 ' +
  'max-md:pt-2 max-md:pb-1 max-md:text-[0.8125rem] md:flex md:items-center md:gap-2 md:px-3.5 ' +
  'md:hover:text-ink not-aria-[current]:font-[560]'

/** Returns the path of the section that contains a page, or null. */
function sectionOf(location: string): string | null {
  if (location.startsWith(paths.projects) || location === paths.offers) return paths.projects
  if (location === paths.card || location.startsWith(paths.plans)) return paths.settings
  const { home, transactions, leaderboards, estimate } = paths
  const homePages: readonly string[] = [home, transactions, leaderboards, estimate]
  return homePages.includes(location) ? paths.home : null
}

export function MainNavigation() {
  const [location] = useLocation()
  const section = sectionOf(location)
  /** Returns the `aria-current` of a link: 'page' for this page, 'true' for its section. */
  const ariaCurrent = (path: string) => {
    if (path === location) return 'page'
    return path === section ? 'true' : undefined
  }
  return (
    <nav aria-label={texts.common_main_navigation()} className={barClass}>
      {sections.map(({ icon, path, label }) => (
        <Link key={path} href={path} aria-current={ariaCurrent(path)} className={linkClass}>
          <Icon name={icon} className="size-6 group-aria-[current]:fill-moss/22 md:size-5" />
          <span>{label()}</span>
        </Link>
      ))}
    </nav>
  )
}
