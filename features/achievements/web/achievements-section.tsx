// Shows the achievements on the home page as visa stamps: four initially, all after a press of a button.
// The next goal is below them. All figures come from the server.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { serverNow } from '#web/api/api.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { paths } from '#web/paths.ts'
import { keep, readKept, stampsName } from '#web/storage/browser-store.ts'
import { texts } from '#web/texts.ts'
import { Section, SectionButton } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { type Achievement, listAchievements } from '../achievements-calls.ts'
import { achievementInWords } from './achievement-words.ts'
import { Stamp, stampClass, stampPageClass } from './stamp.tsx'
import { StampDialog } from './stamp-dialog.tsx'
import { StampFrame, StampInk } from './stamp-frame.tsx'

const emptyPlaces = [
  { key: 'first', shape: 'round' },
  { key: 'second', shape: 'rect' },
  { key: 'third', shape: 'oval' },
  { key: 'fourth', shape: 'hex' },
  { key: 'fifth', shape: 'date' },
  { key: 'sixth', shape: 'round' },
] as const

/** Clips overflow, because the animation of a new stamp begins larger than the page of stamps. */
const sheetClass = `${stampPageClass} @container overflow-clip px-4 pt-4.5 pb-5`
const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(max(6rem,34%),100%),1fr))] gap-x-2.5 gap-y-4'
/** Shows four stamps in a row only in a wide container, so that their texts stay above 10 px. */
const stampsClass = `${gridClass} @min-[36rem]:grid-cols-4`

/** Number of stamps shown initially: two rows on a phone, one on a desktop. */
const initialCount = 4

export function AchievementsSection() {
  const achievements = useAnswer(listAchievements, {})
  const profile = useProfile()
  const [isWhole, setWhole] = useState(false)
  const count = achievements.data?.length ?? 0
  return (
    <Section
      title={texts.achievements_title()}
      action={
        count > initialCount ? (
          <SectionButton isExpanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? texts.achievements_see_less() : texts.achievements_see_all()}
          </SectionButton>
        ) : null
      }
    >
      <Loaded
        query={achievements}
        skeleton={<StampsSkeleton />}
        error={texts.achievements_failed()}
      >
        {(all) =>
          all.length === 0 || !profile ? (
            <EmptyPage />
          ) : (
            <StampPage achievements={all} passportId={profile.id} isWhole={isWhole} />
          )
        }
      </Loaded>
    </Section>
  )
}

function StampsSkeleton() {
  return (
    <div className={sheetClass}>
      <div className={stampsClass}>
        {emptyPlaces.slice(0, initialCount).map(({ key }) => (
          <div key={key} className="grid justify-items-center">
            <Skeleton className="aspect-square w-full max-w-44 rounded-full!" />
            {/* As high as the two lines of a stamp. */}
            <div className="grid h-[2.3625rem] w-full content-center justify-items-center gap-1.5 pt-1">
              <Skeleton className="h-2.5 w-4/5" />
              <Skeleton className="h-2.5 w-3/5" />
            </div>
          </div>
        ))}
      </div>
      {/* The place of the next goal. */}
      <div className="mt-1.5 -mb-3 min-h-11" />
    </div>
  )
}

type StampPageProps = {
  achievements: readonly Achievement[]
  passportId: string
  isWhole: boolean
}

function StampPage({ achievements, passportId, isWhole }: StampPageProps) {
  const fresh = useFreshStamps(passportId, achievements)
  const achievementsWithText = byInterest(achievements).map((each) => ({
    ...each,
    ...achievementInWords(each),
  }))
  const shown = isWhole ? achievementsWithText : achievementsWithText.slice(0, initialCount)
  const pressed = shown.map(({ code }) => code).filter((code) => fresh.includes(code))
  const goal = nextGoal(achievementsWithText)
  const [opened, setOpened] = useState<Achievement>()
  return (
    <div className={sheetClass}>
      <StampInk />
      <p role="status" className="sr-only">
        {achievementsWithText
          .filter(({ code }) => fresh.includes(code))
          .map(({ code, title }) => (
            <span key={code}>{`${texts.achievements_new({ title })} `}</span>
          ))}
      </p>
      <ul className={stampsClass}>
        {shown.map((achievement) => (
          <li key={achievement.code} className="min-w-0 text-center wrap-anywhere">
            <StampButton
              achievement={achievement}
              onOpen={() => setOpened(achievement)}
              turn={pressed.indexOf(achievement.code)}
            />
            <p className="text-balance pt-1 text-(--paper-soft) text-[0.8125rem]/[1.3]">
              {achievement.label}
            </p>
            {/* Phones hide the text of a reached achievement, because the stamp shows its date. */}
            <p
              className={`font-[640] text-[0.8125rem]/[1.3] ${achievement.progressPct >= 100 ? 'max-md:hidden' : ''}`}
            >
              {achievement.feedback}
            </p>
          </li>
        ))}
      </ul>
      {goal ? (
        <Link
          href={paths.projects}
          className="mt-1.5 -mb-3 flex min-h-11 items-center justify-center py-1.5 text-center font-[620] text-(--paper-link) leading-[1.3] underline-offset-4 hover:underline"
        >
          {texts.achievements_next({ title: goal.title, missing: goal.feedback })}
        </Link>
      ) : null}
      {opened ? <StampDialog achievement={opened} onClose={() => setOpened(undefined)} /> : null}
    </div>
  )
}

type StampButtonProps = { achievement: Achievement; onOpen: () => void; turn: number }

/** Shows a stamp. A reached one is a button that shows it alone. */
function StampButton({ achievement, onOpen, turn }: StampButtonProps) {
  const { reached_at: reachedAt, progressPct } = achievement
  const stamp = <Stamp {...{ achievement, reachedAt, turn }} />
  if (progressPct < 100) return stamp
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="mx-auto block w-full max-w-44 rounded-card"
      onClick={onOpen}
    >
      {stamp}
    </button>
  )
}

/** Shows dotted outlines of stamps for a user without achievements. */
function EmptyPage() {
  return (
    <div className={sheetClass}>
      <div className={`${gridClass} @min-[25rem]:grid-cols-3 @min-[34rem]:grid-cols-6`}>
        {emptyPlaces.map(({ key, shape }) => (
          <svg
            key={key}
            viewBox="0 0 120 120"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
            strokeDasharray="1.5 4.5"
            strokeLinecap="round"
            className={`${stampClass} text-(--stamp-dots) opacity-75`}
          >
            <StampFrame shape={shape} />
          </svg>
        ))}
      </div>
      <p className="mx-auto mt-4 max-w-88 text-center text-(--paper-soft)">
        {texts.achievements_none()}
      </p>
    </div>
  )
}

type Ordered = Pick<Achievement, 'progressPct' | 'reached_at'>

/**
 * Returns the reached achievements, newest first, then the others by descending progress. Equal ones keep
 * the server's order.
 */
export function byInterest<Each extends Ordered>(all: readonly Each[]): Each[] {
  const reachedAt = ({ reached_at }: Ordered) => (reached_at === null ? 0 : Date.parse(reached_at))
  return [...all].sort(
    (one, other) => reachedAt(other) - reachedAt(one) || other.progressPct - one.progressPct,
  )
}

/** Returns the unreached achievement with the most progress, or undefined if all are reached. */
export function nextGoal<Each extends Ordered>(all: readonly Each[]): Each | undefined {
  return byInterest(all).find(({ progressPct }) => progressPct < 100)
}

/** Maximum age of an animated achievement in a browser without stored codes. */
const newsMs = 24 * 60 * 60 * 1000

/** Codes of the stamps that this browser has shown to a passport. */
type SeenStamps = { readonly passportId: string; readonly codes: readonly string[] }
type Reached = Pick<Achievement, 'code' | 'progressPct' | 'reached_at'>

function isSeenStamps(value: unknown): value is SeenStamps {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'codes' in value
}

/** Returns the codes of reached achievements that are not in `seen`. Without `seen`, returns recent ones. */
export function freshCodes(
  all: readonly Reached[],
  seen: SeenStamps | undefined,
  now: number,
): string[] {
  return all
    .filter(({ progressPct }) => progressPct >= 100)
    .filter(({ code, reached_at }) => {
      if (seen) return !seen.codes.includes(code)
      return reached_at !== null && now - Date.parse(reached_at) < newsMs
    })
    .map(({ code }) => code)
}

/**
 * Returns the codes whose stamps are animated, and stores all reached codes in the browser. The result only
 * grows while the page is open. The browser stores the codes of one passport until the sign-out.
 */
function useFreshStamps(passportId: string, all: readonly Achievement[]): readonly string[] {
  const [fresh, setFresh] = useState<readonly string[]>([])
  const reached = all.filter(({ progressPct }) => progressPct >= 100).map(({ code }) => code)
  const key = reached.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again only when more codes are reached
  useEffect(() => {
    let isUnmounted = false
    void readKept(stampsName).then((value) => {
      if (isUnmounted) return
      const seen = isSeenStamps(value) && value.passportId === passportId ? value : undefined
      const codes = freshCodes(all, seen, serverNow())
      if (codes.length > 0) setFresh((previous) => [...previous, ...codes])
      void keep(stampsName, {
        passportId,
        codes: [...new Set([...(seen?.codes ?? []), ...reached])],
      })
    })
    return () => {
      isUnmounted = true
    }
  }, [passportId, key])
  return fresh
}
