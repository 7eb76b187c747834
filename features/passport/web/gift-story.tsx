// Shows the steps of opening gifts: for each gift its sealed envelope and its letter, then the passport, whose
// kilograms count up. With reduced motion, each step appears at once.
import { useEffect, useState } from 'react'
import { receiverText, remainingKg } from '#features/activity/web/activity-words.ts'
import { ThanksButton } from '#features/activity/web/thanks-button.tsx'
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { GiftLetter } from '#features/people/web/passport/gift-letter.tsx'
import { useCountedKg } from '#features/people/web/passport/use-counted-kg.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { mayMove } from '#web/shell/view-transition.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { StepFocus } from '#web/ui/dialog/dialog.tsx'
import { formatCount } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { GiftEnvelope } from './gift-envelope.tsx'
import { PassportCard } from './passport-card.tsx'

/** Duration of the breaking of the seal, in milliseconds (gift-screen.css). */
const breakMs = 700

type Stage = 'sealed' | 'breaking' | 'letter' | 'passport'

type GiftStoryProps = {
  gifts: readonly ActivityEntry[]
  /** The user's passport, with the kilograms of the gifts. Undefined while it loads. */
  passport: Profile | undefined
  /** Called when a seal breaks. */
  onOpen: (gift: ActivityEntry) => void
  onDone: () => void
}

export function GiftStory({ gifts, passport, onOpen, onDone }: GiftStoryProps) {
  const [index, setIndex] = useState(0)
  const [stage, setStage] = useState<Stage>('sealed')
  const [isStill] = useState(() => !mayMove())
  useEffect(() => {
    if (stage !== 'breaking') return
    const timer = setTimeout(() => setStage('letter'), breakMs)
    return () => clearTimeout(timer)
  }, [stage])
  const gift = gifts[index]
  if (gift === undefined) return null
  const isLast = index === gifts.length - 1
  const isEnvelope = stage === 'sealed' || stage === 'breaking'
  function breakSeal(sealed: ActivityEntry) {
    if (stage !== 'sealed') return
    onOpen(sealed)
    setStage(isStill ? 'letter' : 'breaking')
  }
  function goOn() {
    if (isLast) return setStage('passport')
    setIndex(index + 1)
    setStage('sealed')
  }
  return (
    <StepFocus step={isEnvelope ? `envelope ${index}` : `${stage} ${index}`}>
      {gifts.length > 1 && stage !== 'passport' ? (
        <p className="px-12 text-center text-(--hero-soft) tabular-nums max-sm:ps-0 max-sm:text-left">
          {texts.passport_gift_place({
            place: formatCount(index + 1),
            count: formatCount(gifts.length),
          })}
        </p>
      ) : null}
      <div className="gift-step">
        {isEnvelope ? (
          <GiftEnvelope
            sender={receiverText(gift)}
            isBroken={stage === 'breaking'}
            onBreak={() => breakSeal(gift)}
          />
        ) : null}
        {stage === 'letter' ? (
          <>
            <GiftLetter
              heading={receiverText(gift)}
              kg={remainingKg(gift)}
              projectName={gift.project_shown_name}
              note={gift.note ?? ''}
              picture={
                <ProjectScene
                  project={{
                    id: gift.project_id,
                    country: gift.project_country,
                    scene: gift.project_scene,
                  }}
                />
              }
            >
              <ThanksButton gift={gift} />
            </GiftLetter>
            <div className="gift-foot">
              <Button variant="hero" size="large" wide onClick={goOn}>
                {isLast ? texts.purchases_see_passport() : texts.passport_gift_next()}
              </Button>
            </div>
          </>
        ) : null}
        {stage === 'passport' ? (
          <Arrival {...{ passport, isStill, onDone }} kg={sumOf(gifts)} />
        ) : null}
      </div>
    </StepFocus>
  )
}

function sumOf(gifts: readonly ActivityEntry[]): number {
  return gifts.reduce((sum, gift) => sum + remainingKg(gift), 0)
}

type ArrivalProps = {
  passport: Profile | undefined
  /** The kilograms of all gifts. */
  kg: number
  isStill: boolean
  onDone: () => void
}

function Arrival({ passport, kg, isStill, onDone }: ArrivalProps) {
  const totalKg = passport?.total_offsets
  const beforeKg = totalKg === undefined ? undefined : Math.max(0, totalKg - kg)
  const countedKg = useCountedKg(beforeKg, totalKg, isStill)
  return (
    <>
      <p role="status" className="text-balance text-center text-[1.125rem]">
        {texts.purchases_added({ kg })}
      </p>
      {passport && countedKg !== undefined ? (
        <PassportCard passport={{ ...passport, total_offsets: countedKg }} />
      ) : (
        <Skeleton className="aspect-[4/3.6] w-full rounded-[22px]!" />
      )}
      <div className="gift-foot">
        <Button variant="hero" size="large" wide onClick={onDone}>
          {texts.purchases_done()}
        </Button>
      </div>
    </>
  )
}
