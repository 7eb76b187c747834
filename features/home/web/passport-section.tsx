// Shows the passport card on the home page: a skeleton, the card, or an error after a failed first load.

import { PassportCard } from '#features/passport/web/passport-card.tsx'
import { usePassport } from '#features/people/web/passport/use-passport.ts'
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { OpeningCover } from './opening-cover.tsx'

export function PassportSection() {
  const passport = usePassport()
  return (
    <Loaded
      query={passport}
      skeleton={<Skeleton className="aspect-[4/3.6] w-full rounded-[22px]!" />}
      error={texts.passport_failed()}
    >
      {(profile) => (
        <>
          <div className="relative perspective-[90rem]">
            <PassportCard passport={profile} />
            <OpeningCover />
          </div>
          {profile.retired_kg > 0 ? (
            <p className="mt-3 text-center text-sm text-soft">
              {texts.passport_retired({ kg: formatCount(profile.retired_kg) })}
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  )
}
