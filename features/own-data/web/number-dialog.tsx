// Shows the form that moves the passport to another phone number, with a code to each.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { NumberField } from '#features/people/web/phone/number-field.tsx'
import { readPhone } from '#features/people/web/phone/phone-text.ts'
import { updateProfile } from '#features/people/web/session/session.ts'
import { askSigned } from '#features/people/web/session/signing.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { changeNumber } from '../own-data-calls.ts'
import { CodeField, CodeForm, problemWords, useCodeForm } from './code-form.tsx'

export function NumberForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState({ text: '', country: profile.country })
  /** The phone number in E.164. An invalid one is sent as typed, so that the server refuses it. */
  const phone = readPhone(typed.text, typed.country) ?? typed.text
  const state = useCodeForm({
    at: 'phone',
    codes: () => [{ purpose: 'change_number', phone }, { purpose: 'change_number' }],
    async use(codeOf) {
      const codes = { code: codeOf('code'), new_code: codeOf('new_code') }
      updateProfile(await askSigned(changeNumber, { body: { phone, ...codes } }))
      showToast(texts.own_data_moved())
      onDone()
      await client.invalidateQueries()
    },
  })
  const { problem, isSent, fieldOf } = state
  const phoneProblem = problem?.at === 'phone' ? problem : undefined
  return (
    <CodeForm
      state={state}
      actions={[texts.own_data_send_codes(), texts.own_data_number()]}
      disabled={!isSent && typed.text.trim() === ''}
      problem={isSent && phoneProblem ? problemWords(phoneProblem) : undefined}
    >
      <p>{texts.own_data_number_what()}</p>
      {isSent ? (
        <>
          <CodeField {...fieldOf('code')} phone={profile.phone} />
          <CodeField {...fieldOf('new_code')} phone={phone} />
        </>
      ) : (
        <NumberField
          label={texts.own_data_new_number()}
          name="phone"
          {...typed}
          error={phoneProblem?.text}
          hint={phoneProblem?.hint}
          onChange={setTyped}
        />
      )}
    </CodeForm>
  )
}
