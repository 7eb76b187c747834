// The Claim Reward modal (specification 2): keep it, or give it to a phone number with a note. What
// was typed stays through a failed claim; closing it does not stop a claim under way.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type Gift, type GiftForm, readGift } from '#features/purchases/web/gift.ts'
import { NoteField } from '#features/purchases/web/note-field.tsx'
import type { Trouble } from '#features/purchases/web/purchase-steps.ts'
import { troubleAt } from '#features/purchases/web/purchase-words.ts'
import { RecipientField } from '#features/purchases/web/recipient-field.tsx'
import { StillWorking } from '#features/purchases/web/still-working.tsx'
import type { Profile } from '#features/sign-in/contract.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips } from '#web/ui/choice-chips.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Reward } from '../contract.ts'
import { ClaimSuccess } from './claim-success.tsx'
import { claimTroubleWords, rewardDescription, rewardTitle } from './reward-words.ts'
import type { ClaimState } from './use-claims.ts'

type ClaimRewardDialogProps = {
  reward: Reward
  /** What became of it so far; undefined before it was claimed. */
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
      {isDone ? (
        <ClaimSuccess reward={reward} gift={claim.claim.gift} onDone={onClose} />
      ) : (
        <ClaimForm {...props} />
      )}
    </Dialog>
  )
}

function doneTitle({ claim }: ClaimState): string {
  return claim.gift ? texts.gifts_success_title() : texts.rewards_claimed_title()
}

function ClaimForm({ reward, claim, profile, onClaim }: ClaimRewardDialogProps) {
  const [forWhom, setForWhom] = useState<'self' | 'gift'>('self')
  const [form, setForm] = useState<GiftForm>(() => ({
    phone: { text: '', country: profile.country },
    note: '',
  }))
  const [refused, setRefused] = useState<Trouble | null>(null)
  const place = useRef<HTMLFormElement>(null)
  const isWorking = claim?.work === 'working'
  const trouble = refused ?? claim?.trouble ?? null
  useEffect(() => {
    if (trouble?.at !== 'recipient') return
    const field = place.current?.elements.namedItem('recipient')
    if (field instanceof HTMLElement) field.focus()
  }, [trouble])

  const change = (part: Partial<GiftForm>) => {
    setForm((now) => ({ ...now, ...part }))
    setRefused(null)
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isWorking) return
    setRefused(null)
    if (forWhom === 'self') return onClaim(null)
    const gift = await readGift(form)
    if (!('trouble' in gift)) return onClaim(gift)
    const isNumber = gift.trouble.at === 'recipient'
    setRefused(isNumber ? { at: 'recipient', code: 'invalid_reward_recipient' } : gift.trouble)
  }

  const isToken = 'kg' in reward.reward_value
  return (
    <form ref={place} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4.5">
      <div>
        <p className="title text-[1.25rem]">{rewardTitle(reward)}</p>
        <p className="mt-1 text-soft">{rewardDescription(reward)}</p>
      </div>
      {isToken ? (
        <fieldset inert={isWorking} className="grid min-w-0 gap-4.5">
          <ChoiceChips
            label={texts.rewards_for_whom()}
            options={[
              { value: 'self', label: texts.rewards_for_self() },
              { value: 'gift', label: texts.rewards_for_gift() },
            ]}
            value={forWhom}
            onChange={(value) => {
              setForWhom(value)
              setRefused(null)
            }}
          />
          {forWhom === 'gift' ? (
            <>
              <RecipientField
                {...form.phone}
                error={trouble?.at === 'recipient' ? claimTroubleWords(trouble) : undefined}
                onChange={(phone) => change({ phone })}
              />
              <NoteField
                note={form.note}
                error={troubleAt(trouble, 'note', 'reward')}
                onChange={(note) => change({ note })}
              />
            </>
          ) : null}
        </fieldset>
      ) : (
        <p>{texts.rewards_badge_text()}</p>
      )}
      <p role="alert" className="font-medium text-danger empty:hidden">
        {trouble && trouble.at !== 'recipient' && trouble.at !== 'note' && !isWorking
          ? claimTroubleWords(trouble)
          : null}
      </p>
      <div className="grid gap-2">
        <Button type="submit" variant="accent" size="large" wide busy={isWorking}>
          {forWhom === 'gift' ? texts.rewards_gift_action() : texts.rewards_claim_action()}
        </Button>
        <StillWorking work={isWorking ? 'claiming' : 'none'} />
      </div>
    </form>
  )
}
