// The three sections, Home, Projects and Profile: a bar under the thumb on phones, tabs in the
// header on wide screens. One list, so readers and keyboards meet it once.
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

function sectionOf(location: string) {
  if (location.startsWith(paths.projects) || location === paths.offers) return paths.projects
  if (location === paths.settings) return paths.settings
  return paths.home
}

export function MainNavigation() {
  const [location] = useLocation()
  const here = sectionOf(location)
  return (
    <nav aria-label={texts.common_main_navigation()} className="main-navigation">
      <MainLink icon="home" path={paths.home} here={here} label={texts.common_home()} />
      <MainLink icon="projects" path={paths.projects} here={here} label={texts.common_projects()} />
      <MainLink icon="profile" path={paths.settings} here={here} label={texts.common_profile()} />
    </nav>
  )
}

type MainLinkProps = { icon: IconName; path: string; here: string; label: string }

function MainLink({ icon, path, here, label }: MainLinkProps) {
  return (
    <Link href={path} aria-current={path === here ? 'page' : undefined} className="main-link">
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  )
}
