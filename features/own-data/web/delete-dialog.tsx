// Shows the form that deletes the passport: the data that is lost, then the field for a code.
import type { Profile } from '#features/people/people-calls.ts'
import { signOutAfterDeletion } from '#features/people/web/session/session.ts'
import { sendSigned } from '#features/people/web/session/signing.ts'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { texts } from '#web/texts.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import { erasePassport } from '../own-data-calls.ts'
import { CodeField, CodeForm, useCodeForm } from './code-form.tsx'

export function DeleteForm({ profile }: { profile: Profile }) {
  const state = useCodeForm({
    codes: () => [{ purpose: 'delete' }],
    async use(codeOf) {
      await sendSigned(erasePassport, { body: { code: codeOf('code') } })
      await signOutAfterDeletion()
    },
  })
  return (
    <CodeForm
      state={state}
      variant={state.isSent ? 'danger' : 'dark'}
      actions={[texts.own_data_send_code(), texts.own_data_delete_sure()]}
    >
      <LostData profile={profile} />
      {state.isSent ? <CodeField {...state.fieldOf('code')} phone={profile.phone} /> : null}
    </CodeForm>
  )
}

/** Lists the data that is lost, including the amount in the wallet. */
function LostData({ profile }: { profile: Profile }) {
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
