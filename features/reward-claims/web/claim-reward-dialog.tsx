// Shows the Claim Reward dialog. A user keeps the reward, or gives it to a phone number with a note. After
// the dialog is closed, a running claim continues.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import {
  badgeName,
  rewardDescription,
  rewardTitle,
} from '#features/achievements/web/achievement-words.ts'
import { PurchaseStamp } from '#features/achievements/web/purchase-stamp.tsx'
import { Stamp, stampPageClass } from '#features/achievements/web/stamp.tsx'
import { StampInk } from '#features/achievements/web/stamp-frame.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import {
  emptyGift,
  type Gift,
  GiftPeople,
  NoteField,
  readGift,
  saveNickname,
} from '#features/purchases/web/gift/gift-fields.tsx'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { problemAt } from '#features/purchases/web/purchase-words.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, StepFocus } from '#web/ui/dialog/dialog.tsx'
import { ChoiceChips } from '#web/ui/forms/choice-chips.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { claimedWords, claimProblemText, claimProblemWords } from './claim-words.ts'
import { type ClaimState, endClaim } from './use-claims.ts'

type ClaimRewardDialogProps = {
  reward: Reward
  /** State of the claim; undefined before it starts. */
  claim: ClaimState | undefined
  profile: Profile
  open: boolean
  onClose: () => void
  onClaim: (gift: Gift | null) => void
}

export function ClaimRewardDialog(props: ClaimRewardDialogProps) {
  const { reward, claim, open, onClose } = props
  const isDone = claim?.work === 'done'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isDone ? doneTitle(claim) : texts.rewards_claim_title()}
      closeLabel={isDone ? null : texts.common_cancel()}
    >
      <StepFocus step={isDone ? 'success' : 'claim'}>
        {isDone ? (
          <ClaimSuccess reward={reward} gift={claim.claim.gift} onDone={onClose} />
        ) : (
          <ClaimForm {...props} />
        )}
      </StepFocus>
    </Dialog>
  )
}

function doneTitle({ claim }: ClaimState): string {
  return claim.gift ? texts.gifts_success_title() : texts.rewards_claimed_title()
}

function useClaimForm({ reward, claim, profile, onClaim }: ClaimRewardDialogProps) {
  const client = useQueryClient()
  const [forWhom, setForWhom] = useState<'self' | 'gift'>('self')
  const [fields, setFields] = useState(() => emptyGift(profile))
  const [refusal, setRefusal] = useState<PurchaseProblem | null>(null)
  const isBusy = claim?.work === 'working'
  const problem = isBusy ? null : (refusal ?? claim?.problem ?? null)

  /** Hides the problem of the previous attempt. */
  function clearProblem() {
    setRefusal(null)
    endClaim(reward.reward_id)
  }

  async function send() {
    setRefusal(null)
    if (forWhom === 'self') return onClaim(null)
    const gift = await readGift(fields)
    if ('problem' in gift) {
      const isNumber = gift.problem.at === 'recipient'
      return setRefusal(
        isNumber ? { at: 'recipient', code: 'invalid_reward_recipient' } : gift.problem,
      )
    }
    const nicknameProblem = await saveNickname(client, fields.signature)
    if (nicknameProblem) setRefusal(nicknameProblem)
    else onClaim(gift)
  }

  return {
    ...{ profile, forWhom, fields, problem, isBusy },
    form: useForm({ isBusy, problem, onSubmit: () => void send() }),
    change(part: Partial<typeof fields>) {
      setFields((current) => ({ ...current, ...part }))
      clearProblem()
    },
    choose(value: 'self' | 'gift') {
      setForWhom(value)
      clearProblem()
    },
  }
}

export function ClaimForm(props: ClaimRewardDialogProps) {
  const { reward } = props
  const claim = useClaimForm(props)
  const { forWhom, problem, isBusy, form } = claim
  const isShownAtField = ['recipient', 'note', 'giver'].includes(problem?.at ?? '')
  return (
    <form {...form.props} className="grid gap-4.5">
      <div>
        <p className="title text-[1.25rem]">{rewardTitle(reward)}</p>
        <p className="mt-1 text-soft">{rewardDescription(reward)}</p>
      </div>
      {'kg' in reward.reward_value ? (
        <ClaimFields {...claim} />
      ) : (
        <p>{texts.rewards_badge_text()}</p>
      )}
      <FormProblem>{problem && !isShownAtField ? claimProblemText(problem) : null}</FormProblem>
      <div className="grid gap-2">
        <Button type="submit" variant="accent" size="large" wide busy={isBusy}>
          {forWhom === 'gift' ? texts.rewards_gift_action() : texts.rewards_claim_action()}
        </Button>
      </div>
    </form>
  )
}

function ClaimFields(claim: ReturnType<typeof useClaimForm>) {
  const { profile, forWhom, fields, problem, isBusy, change, choose } = claim
  return (
    <fieldset inert={isBusy} className="grid min-w-0 gap-4.5">
      <ChoiceChips
        layout="words"
        label={texts.rewards_for_whom()}
        options={[
          { value: 'self', label: texts.rewards_for_self() },
          { value: 'gift', label: texts.rewards_for_gift() },
        ]}
        value={forWhom}
        onChange={choose}
      />
      {forWhom === 'gift' ? (
        <>
          <GiftPeople
            {...{ profile, fields, change }}
            recipientError={problem?.at === 'recipient' ? claimProblemWords(problem) : undefined}
            giverError={problemAt(problem, 'giver', 'reward')}
          />
          <NoteField
            note={fields.note}
            error={problemAt(problem, 'note', 'reward')}
            onChange={(note) => change({ note })}
          />
        </>
      ) : null}
    </fieldset>
  )
}

type ClaimSuccessProps = { reward: Reward; gift: Gift | null; onDone: () => void }

/** Shows the result of a claim: kilograms added, kilograms given away, or a badge. */
export function ClaimSuccess({ reward, gift, onDone }: ClaimSuccessProps) {
  return (
    <div className="grid gap-4">
      <div
        className={`${stampPageClass} grid justify-items-center gap-1 px-5 pt-6 pb-5 text-center`}
      >
        <div className="w-44 max-w-full">
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
