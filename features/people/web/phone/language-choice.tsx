// Lets the user choose the language of the app and of messages. The bundle contains one language, so a change
// reloads the page.
import { useState } from 'react'
import { languageNames, languages } from '#values/lists/languages.ts'
import { ask } from '#web/api/ask.ts'
import { locale, texts } from '#web/texts.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { changeProfile } from '../../people-calls.ts'
import { updateProfile } from '../session/session.ts'

const options = languages.map((value) => ({ value, label: languageNames[value] }))

export function LanguageChoice() {
  const [chosen, setChosen] = useState<string>(locale)
  const [error, setError] = useState<string>()

  async function choose(value: string) {
    const language = languages.find((one) => one === value)
    if (language === undefined) return
    setChosen(language)
    setError(undefined)
    try {
      updateProfile(await ask(changeProfile, { body: { language } }))
      location.reload()
    } catch {
      setChosen(locale)
      setError(texts.wallet_language_failed())
    }
  }

  return (
    <>
      <SelectField
        label={texts.wallet_language()}
        hint={texts.wallet_language_hint()}
        error={error}
        options={options}
        value={chosen}
        onChange={(event) => void choose(event.target.value)}
      />
      {chosen === locale ? null : <Waiting />}
    </>
  )
}
