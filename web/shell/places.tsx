// The three places, Home, Projects and Profile: a bar under the thumb on phones, tabs in the
// header on wide screens. One list, so readers and keyboards meet it once.
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

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
      <Place icon="home" path={paths.home} here={here} label={texts.common_home()} />
      <Place icon="projects" path={paths.projects} here={here} label={texts.common_projects()} />
      <Place icon="profile" path={paths.settings} here={here} label={texts.common_profile()} />
    </nav>
  )
}

type PlaceProps = { icon: IconName; path: string; here: string; label: string }

function Place({ icon, path, here, label }: PlaceProps) {
  return (
    <Link href={path} aria-current={path === here ? 'page' : undefined} className="place">
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  )
}
