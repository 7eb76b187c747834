// The home page's achievements: a cream page of visa stamps, with places for those to come. It
// shows what the server counted and never counts itself.
import { texts } from '#web/texts.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Achievement } from '../contract.ts'
import { Stamp } from './stamp.tsx'
import { StampFrame, StampInk } from './stamp-frame.tsx'
import { useAchievements } from './use-achievements.ts'
import './achievements-section.css'

const emptyPlaces = [
  { key: 'first', shape: 'round' },
  { key: 'second', shape: 'rect' },
  { key: 'third', shape: 'oval' },
  { key: 'fourth', shape: 'hex' },
  { key: 'fifth', shape: 'date' },
  { key: 'sixth', shape: 'round' },
] as const

export function AchievementsSection() {
  const achievements = useAchievements()
  return (
    <Section title={texts.achievements_title()}>
      <Loaded
        query={achievements}
        skeleton={<Skeleton className="h-72 w-full rounded-[22px]!" />}
        error={texts.achievements_failed()}
      >
        {(all) => (all.length === 0 ? <EmptyPage /> : <StampPage achievements={all} />)}
      </Loaded>
    </Section>
  )
}

function StampPage({ achievements }: { achievements: readonly Achievement[] }) {
  return (
    <div className="stamp-page stamp-sheet">
      <StampInk />
      <ul className="stamp-grid">
        {achievements.map((achievement) => (
          <li key={achievement.code} className="min-w-0 text-center">
            <Stamp achievement={achievement} />
            <p className="stamp-label">{achievement.label}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A page that no stamp has met yet: the places are printed, the ink is missing. */
function EmptyPage() {
  return (
    <div className="stamp-page stamp-sheet">
      <div className="stamp-grid">
        {emptyPlaces.map(({ key, shape }) => (
          <svg
            key={key}
            viewBox="0 0 120 120"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
            className="stamp stamp-place"
          >
            <StampFrame shape={shape} />
          </svg>
        ))}
      </div>
      <p className="stamp-empty">{texts.achievements_none()}</p>
    </div>
  )
}
