// Shows the offline verifier: the form and the result of the page /verify, by the keys of a policy alone.
import { type ChangeEvent, useEffect, useState } from 'react'
import { languageNames, languageOf, languages } from '#values/lists/languages.ts'
import { texts } from '#web/texts.ts'
import { PolicyField } from '../policy-field.tsx'
import { useVerification, verifyOffline } from '../use-verification.ts'
import { VerifyForm } from '../verify-form.tsx'
import { VerifyResult } from '../verify-result.tsx'
import { chooseLanguage, chosenLanguage } from './chosen-language.ts'

export function OfflinePage() {
  const [language, setLanguage] = useState(chosenLanguage)
  const { state, verify } = useVerification(verifyOffline)
  const [certificate, setCertificate] = useState('')
  const [policy, setPolicy] = useState('')
  useEffect(() => {
    document.documentElement.lang = language
    document.title = texts.verify_offline_title()
  }, [language])

  function onChooseLanguage({ target }: ChangeEvent<HTMLSelectElement>) {
    const next = languageOf(target.value)
    if (next === undefined) return
    chooseLanguage(next)
    setLanguage(next)
  }
  return (
    <main className="wrap py-10">
      <div className="max-w-2xl">
        <label className="mb-6 flex flex-wrap items-center gap-3 text-soft">
          <span>{texts.common_languages()}</span>
          <select
            value={language}
            onChange={onChooseLanguage}
            translate="no"
            className="min-h-11 rounded-field border-[1.5px] border-field bg-surface px-3 text-ink"
          >
            {languages.map((each) => (
              <option key={each} value={each} lang={each}>
                {languageNames[each]}
              </option>
            ))}
          </select>
        </label>
        <h1 className="text-[min(2.5rem,14vw)]">{texts.verify_offline_title()}</h1>
        <p className="mt-3 text-lg text-soft">{texts.verify_offline_lead()}</p>
        <VerifyForm
          label={texts.verify_offline_input()}
          hint={texts.verify_offline_input_hint()}
          state={state}
          input={{ certificate, policy }}
          onChange={setCertificate}
          verify={verify}
        >
          <PolicyField
            hint={texts.verify_offline_policy_hint()}
            value={policy}
            fault={state.kind === 'refused_policy' ? state.fault : null}
            onChange={setPolicy}
          />
        </VerifyForm>
      </div>
      <div aria-live="polite">{state.kind === 'done' ? <VerifyResult {...state} /> : null}</div>
    </main>
  )
}
