// Shows the settings of the user's nickname and visibility on leaderboards.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { saveProfile } from '#features/people/web/passport/use-passport.ts'
import { nicknameMaxLength, nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { Section } from '#web/ui/section.tsx'

export function BoardIdentity({ profile }: { profile: Profile }) {
  return (
    <Section title={texts.leaderboards_appear()}>
      <div className="grid gap-5 rounded-card border border-line bg-surface px-[min(1.125rem,5vw)] py-4">
        <Nickname nickname={profile.nickname ?? ''} />
        <Visibility isHidden={profile.hide_from_leaderboards} />
      </div>
    </Section>
  )
}

function Nickname({ nickname }: { nickname: string }) {
  const client = useQueryClient()
  const [text, setText] = useState(nickname)
  const { busy, problem, run, setProblem } = useAction<{ at: string; text: string }>()
  const isBusy = busy !== undefined

  async function save() {
    const newNickname = tidyName(text)
    if (newNickname !== '' && !nicknamePattern.test(newNickname)) {
      return { at: 'nickname', text: texts.leaderboards_nickname_wrong() }
    }
    await saveProfile(client, { nickname: newNickname || null })
    showToast(texts.leaderboards_saved())
    return undefined
  }
  const failed = () => ({ at: 'nickname', text: texts.leaderboards_save_failed() })
  const form = useForm({ isBusy, problem, onSubmit: () => void run('sending', save, failed) })

  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={texts.leaderboards_nickname()}
        name="nickname"
        autoComplete="nickname"
        maxLength={nicknameMaxLength}
        value={text}
        error={problem?.text}
        hint={texts.leaderboards_nickname_hint()}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button
        type="submit"
        variant="outline"
        busy={isBusy}
        disabled={!isBusy && tidyName(text) === nickname}
      >
        {texts.leaderboards_save()}
      </Button>
    </form>
  )
}

function Visibility({ isHidden }: { isHidden: boolean }) {
  const client = useQueryClient()
  const { busy, problem, run } = useAction<string, 'hiding' | 'showing'>()
  const change = (hide: boolean) =>
    run(
      hide ? 'hiding' : 'showing',
      async () => void (await saveProfile(client, { hide_from_leaderboards: hide })),
      texts.leaderboards_save_failed,
    )
  return (
    <div className="border-line border-t pt-4">
      <Checkbox
        checked={busy === undefined ? isHidden : busy === 'hiding'}
        error={problem}
        onChange={(hide) => void change(hide)}
      >
        <span className="font-semibold">{texts.leaderboards_hide()}</span>
        <span className="block text-soft">{texts.leaderboards_hide_text()}</span>
      </Checkbox>
    </div>
  )
}
