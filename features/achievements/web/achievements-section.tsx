// The home page's achievements: a cream page of visa stamps, with places for those to come. It
// shows what the server counted and never counts itself.
import { useProfile } from '#features/passport/web/use-passport.ts'
import { texts } from '#web/texts.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatStampDate } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Achievement } from '../contract.ts'
import { achievementInWords } from './achievement-words.ts'
import { useFreshStamps } from './fresh-stamps.ts'
import { Stamp, stampLooks } from './stamp.tsx'
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
  const profile = useProfile()
  return (
    <Section title={texts.achievements_title()}>
      <Loaded
        query={achievements}
        skeleton={<StampsSkeleton />}
        error={texts.achievements_failed()}
      >
        {(all) =>
          all.length === 0 || !profile ? (
            <EmptyPage />
          ) : (
            <StampPage achievements={all} passportId={profile.id} />
          )
        }
      </Loaded>
    </Section>
  )
}

function StampsSkeleton() {
  return (
    <div className="stamp-page stamp-sheet">
      <div className="stamp-grid">
        {Object.keys(stampLooks).map((code) => (
          <div key={code} className="grid justify-items-center gap-2 pb-5">
            <Skeleton className="aspect-square w-full max-w-44 rounded-full!" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        ))}
      </div>
    </div>
  )
}

type StampPageProps = { achievements: readonly Achievement[]; passportId: string }

function StampPage({ achievements, passportId }: StampPageProps) {
  const fresh = useFreshStamps(passportId, achievements)
  const worded = achievements.map((each) => ({ ...each, ...achievementInWords(each) }))
  const announced = worded.filter(({ code }) => fresh.includes(code))
  return (
    <div className="stamp-page stamp-sheet">
      <StampInk />
      <p role="status" className="stamp-announcement">
        {announced.map(({ code, title }) => (
          <span key={code} className="block">
            {texts.achievements_new({ title })}
          </span>
        ))}
      </p>
      <ul className="stamp-grid">
        {worded.map((achievement) => (
          <li key={achievement.code} className="min-w-0 text-center">
            <Stamp
              achievement={achievement}
              date={stampDate(achievement.reached_at)}
              fresh={fresh.includes(achievement.code)}
            />
            <p className="stamp-label">{achievement.label}</p>
            <p className="stamp-feedback">{achievement.feedback}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `03 OCT 26`, as stamps have it. */
function stampDate(moment: string | null | undefined): string | undefined {
  return moment ? formatStampDate(moment) : undefined
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
