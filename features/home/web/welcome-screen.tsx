// Welcomes a new user once, on the whole screen: the closed passport, the question for its holder's name, and the
// way to the first kilograms. Escape and Back end it without a name.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PassportCover } from '#features/landing/web/passport-cover.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { saveProfile } from '#features/people/web/passport/use-passport.ts'
import { updateProfile } from '#features/people/web/session/session.ts'
import { nicknameMaxLength, nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { ApiError } from '#web/api/api.ts'
import { forgetSignIn } from '#web/storage/sign-in-mark.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment, MomentTitle } from '#web/ui/dialog/full-screen-moment.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import '#features/people/web/passport/light-paper.css'
import './welcome-screen.css'

type WelcomeScreenProps = {
  profile: Profile
  /** Called when the user goes on to the first kilograms. */
  onBuy: () => void
}

export function WelcomeScreen({ profile, onBuy }: WelcomeScreenProps) {
  const client = useQueryClient()
  const popup = useRef<HTMLDivElement>(null)
  const skip = () => endWelcome(client, profile)
  return (
    <Moment popup={popup} initialFocus={() => popup.current} onClose={skip}>
      <WelcomeForm {...{ profile, onBuy }} onSkip={skip}>
        <MomentTitle className="text-balance font-title text-[min(1.75rem,9vw)]/tight">
          {texts.passport_welcome_title()}
        </MomentTitle>
      </WelcomeForm>
    </Moment>
  )
}

/** Ends the welcome here at once, and at the server. If that fails, the next sign-in shows it again. */
export function endWelcome(client: QueryClient, profile: Profile): void {
  forgetSignIn()
  updateProfile({ ...profile, is_welcomed: true })
  void saveProfile(client, { is_welcomed: true }).catch(() => undefined)
}

type Way = 'buying' | 'opening'

type WelcomeFormProps = WelcomeScreenProps & {
  onSkip: () => void
  /** The heading. */
  children: Elements
}

export function WelcomeForm({ profile, onBuy, onSkip, children }: WelcomeFormProps) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { busy, problem, run, setProblem } = useAction<{ at: string; text: string }, Way>()
  const isFirst = profile.total_offsets === 0

  async function save(way: Way) {
    const holder_name = tidyName(name)
    if (!nicknamePattern.test(holder_name)) return wrongName()
    await saveProfile(client, { holder_name, is_welcomed: true })
    forgetSignIn()
    if (way === 'buying') onBuy()
    return undefined
  }
  const goOn = (way: Way) => {
    // Without a name, the user does not wait for the answer, because a failure loses no text.
    if (tidyName(name) !== '') return void run(way, () => save(way), failed)
    onSkip()
    if (way === 'buying') onBuy()
  }
  const form = useForm({
    ...{ isBusy: busy !== undefined, problem },
    onSubmit: () => goOn('opening'),
  })
  return (
    <form {...form.props} className="welcome">
      <div className="welcome-cover">
        <PassportCover />
      </div>
      <div className="relative grid gap-1.5 text-center">
        {children}
        <p className="text-balance text-(--hero-soft)">{texts.passport_welcome_text()}</p>
      </div>
      <div className="light-paper rounded-card bg-(image:--envelope-paper) px-[min(1.125rem,5vw)] pt-4 pb-4">
        <TextField
          label={texts.passport_holder_ask()}
          name="holder"
          autoComplete="name"
          maxLength={nicknameMaxLength}
          value={name}
          error={problem?.text}
          hint={texts.passport_holder_hint()}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
      </div>
      <div className="welcome-ways grid gap-2">
        {isFirst ? (
          <Button
            variant="hero"
            size="large"
            wide
            busy={busy === 'buying'}
            onClick={() => goOn('buying')}
          >
            {texts.projects_buy()}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={isFirst ? 'outline' : 'hero'}
          size="large"
          wide
          busy={busy === 'opening'}
        >
          {tidyName(name) === ''
            ? texts.passport_welcome_open_unnamed()
            : texts.passport_welcome_open()}
        </Button>
      </div>
    </form>
  )
}

const wrongName = () => ({ at: 'holder', text: texts.leaderboards_nickname_wrong() })

/** Returns the problem of a name that the server refused, or that was not saved. */
function failed(error: unknown) {
  const isRefused = error instanceof ApiError && error.status === 400
  return isRefused ? wrongName() : { at: 'holder', text: texts.leaderboards_save_failed() }
}
