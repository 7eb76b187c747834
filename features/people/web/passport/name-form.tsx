// Shows and changes a name of the user: the nickname that others see, or the name on the passport.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nicknameMaxLength, nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { saveProfile } from './use-passport.ts'

type NameFormProps = {
  /** The profile's field. */
  field: 'nickname' | 'holder_name'
  /** The saved name, or '' without one. */
  name: string
  label: string
  hint: string
  /** Label of the button. */
  save: string
  autoComplete: 'nickname' | 'name'
}

export function NameForm({
  field,
  name,
  label,
  hint,
  save: saveLabel,
  autoComplete,
}: NameFormProps) {
  const client = useQueryClient()
  const [text, setText] = useState(name)
  const { busy, problem, run, setProblem } = useAction<{ at: string; text: string }>()
  const isBusy = busy !== undefined

  async function save() {
    const newName = tidyName(text)
    if (newName !== '' && !nicknamePattern.test(newName)) {
      return { at: field, text: texts.leaderboards_nickname_wrong() }
    }
    const value = newName || null
    await saveProfile(client, field === 'nickname' ? { nickname: value } : { holder_name: value })
    showToast(texts.leaderboards_saved())
    return undefined
  }
  const failed = () => ({ at: field, text: texts.leaderboards_save_failed() })
  const form = useForm({ isBusy, problem, onSubmit: () => void run('sending', save, failed) })

  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={label}
        name={field}
        autoComplete={autoComplete}
        maxLength={nicknameMaxLength}
        value={text}
        error={problem?.text}
        hint={hint}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button
        type="submit"
        variant="outline"
        busy={isBusy}
        disabled={!isBusy && tidyName(text) === name}
      >
        {saveLabel}
      </Button>
    </form>
  )
}
