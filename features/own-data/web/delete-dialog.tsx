// Shows the deletion of the passport: the data that is deleted and kept, then the field for a code.
import type { Profile } from '#features/people/people-calls.ts'
import { signOutAfterDeletion } from '#features/people/web/session/session.ts'
import { sendSigned } from '#features/people/web/session/signing.ts'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { formatAmount } from '#web/ui/number-format.ts'
import { SandboxNotice } from '#web/ui/sandbox-notice.tsx'
import { useSandbox } from '#web/use-sandbox.ts'
import { erasePassport } from '../own-data-calls.ts'
import { CodeField, Resend } from './code-field.tsx'
import { useCodeForm } from './use-code-form.ts'

export function DeleteForm({ profile }: { profile: Profile }) {
  const sandbox = useSandbox('sms')
  const { form, busy, problem, isSent, fieldOf, resendAt, send } = useCodeForm({
    codes: () => [{ purpose: 'delete' }],
    async use(codeOf) {
      await sendSigned(erasePassport, { body: { code: codeOf('code') } })
      await signOutAfterDeletion()
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <WhatGoes profile={profile} />
      {isSent ? <CodeField {...fieldOf('code')} phone={profile.phone} /> : null}
      <FormProblem>{problem?.at === '' ? problem.text : null}</FormProblem>
      <Button
        type="submit"
        variant={isSent ? 'danger' : 'dark'}
        size="large"
        wide
        busy={busy !== undefined}
      >
        {isSent ? texts.own_data_delete_sure() : texts.own_data_send_code()}
      </Button>
      {isSent ? (
        <Resend resendAt={resendAt} busy={busy === 'sending'} onPress={() => void send()} />
      ) : null}
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

/** Lists the data that is lost. The wallet's balance is shown as an amount, because it is lost too. */
function WhatGoes({ profile }: { profile: Profile }) {
  const { data: wallet } = useWallet()
  const total = wallet?.totalInUserCurrency ?? 0
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-soft">
      <li>{texts.own_data_delete_what()}</li>
      {total > 0 && wallet ? (
        <li className="font-semibold">
          {texts.own_data_delete_wallet({ amount: formatAmount(total, wallet.userCurrency) })}
        </li>
      ) : null}
      {profile.total_offsets > 0 ? (
        <li>{texts.own_data_delete_kg({ kg: profile.total_offsets })}</li>
      ) : null}
      <li>{texts.own_data_delete_final()}</li>
    </ul>
  )
}
