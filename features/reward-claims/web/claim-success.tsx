// Shows the result of a claim: kilograms added, kilograms given away, or a badge.

import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { PurchaseStamp } from '#features/achievements/web/purchase-stamp.tsx'
import { badgeName } from '#features/achievements/web/rewards/reward-words.ts'
import { Stamp, stampPageClass } from '#features/achievements/web/stamp.tsx'
import { StampInk } from '#features/achievements/web/stamp-frame.tsx'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { claimedWords } from './claim-words.ts'

type ClaimSuccessProps = { reward: Reward; gift: Gift | null; onDone: () => void }

export function ClaimSuccess({ reward, gift, onDone }: ClaimSuccessProps) {
  return (
    <div className="grid gap-4">
      <div
        className={`${stampPageClass} grid justify-items-center gap-1 px-5 pt-6 pb-5 text-center`}
      >
        <div className="w-44">
          <RewardStamp reward={reward} isGift={gift !== null} />
        </div>
        <p role="status" className="title mt-2 text-[1.25rem]">
          {claimedWords(reward, gift)}
        </p>
        {gift ? <p className="text-[0.9375rem] text-soft">{texts.gifts_given_text()}</p> : null}
      </div>
      <Button variant="accent" size="large" wide onClick={onDone}>
        {texts.purchases_done()}
      </Button>
    </div>
  )
}

function RewardStamp({ reward, isGift }: { reward: Reward; isGift: boolean }) {
  const { reward_value, achievement_code: code } = reward
  if ('kg' in reward_value) return <PurchaseStamp kg={reward_value.kg} isGift={isGift} />
  const title = badgeName(reward_value.badge)
  return (
    <>
      <StampInk />
      <Stamp achievement={{ code, title, progressPct: 100 }} turn={0} />
    </>
  )
}
