// Shows the move of the passport to another number, with a code from each.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { NumberField } from '#features/people/web/phone/number-field.tsx'
import { readPhone } from '#features/people/web/phone/phone-text.ts'
import { updateProfile } from '#features/people/web/session/session.ts'
import { askSigned } from '#features/people/web/session/signing.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { SandboxNotice } from '#web/ui/sandbox-notice.tsx'
import { useSandbox } from '#web/use-sandbox.ts'
import { changeNumber } from '../own-data-calls.ts'
import { CodeField, Resend } from './code-field.tsx'
import { useCodeForm } from './use-code-form.ts'

export function NumberForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState({ text: '', country: profile.country })
  const sandbox = useSandbox('sms')
  /** An invalid number is sent as typed, and the server refuses it. */
  const phone = readPhone(typed.text, typed.country) ?? typed.text
  const { form, busy, problem, isSent, fieldOf, resendAt, send } = useCodeForm({
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
  const ofPhone = problem?.at === 'phone' ? problem.text : undefined
  return (
    <form {...form.props} className="grid gap-4">
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
          error={ofPhone}
          onChange={setTyped}
        />
      )}
      <FormProblem>
        {isSent || problem?.at === '' ? (ofPhone ?? general(problem)) : null}
      </FormProblem>
      <Button
        type="submit"
        variant="accent"
        size="large"
        wide
        disabled={!isSent && typed.text.trim() === ''}
        busy={busy !== undefined}
      >
        {isSent ? texts.own_data_number() : texts.own_data_send_codes()}
      </Button>
      {isSent ? (
        <Resend resendAt={resendAt} busy={busy === 'sending'} onPress={() => void send()} />
      ) : null}
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

const general = (problem: { at: string; text: string } | undefined) =>
  problem?.at === '' ? problem.text : null
