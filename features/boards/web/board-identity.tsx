// Shows the settings of the user's nickname and visibility on leaderboards.
import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#features/people/people-calls.ts'
import { NameForm } from '#features/people/web/passport/name-form.tsx'
import { saveProfile } from '#features/people/web/passport/use-passport.ts'
import { texts } from '#web/texts.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { Section } from '#web/ui/section.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

export function BoardIdentity({ profile }: { profile: Profile }) {
  return (
    <Section title={texts.leaderboards_appear()}>
      <div className="grid gap-5 rounded-card border border-line bg-surface px-[min(1.125rem,5vw)] py-4">
        <NameForm
          field="nickname"
          name={profile.nickname ?? ''}
          label={texts.leaderboards_nickname()}
          hint={texts.leaderboards_nickname_hint()}
          save={texts.leaderboards_save()}
          autoComplete="nickname"
        />
        <Visibility isHidden={profile.hide_from_leaderboards} />
      </div>
    </Section>
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
      {busy === undefined ? null : <Waiting />}
    </div>
  )
}
