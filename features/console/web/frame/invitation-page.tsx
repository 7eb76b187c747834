// Shows the page of an invitation. Opening it uses nothing up; creating a passkey does.

import { EntryPage } from './entry-page.tsx'
import { createPasskey } from './passkey.ts'

export function InvitationPage({ token }: { token: string }) {
  return (
    <EntryPage
      title="You are invited to the console"
      label="Create a passkey"
      enter={() => createPasskey(token)}
      page="/"
    >
      <p className="text-soft">
        Your passkey stays on this device or in your password manager. It signs you in from now on.
      </p>
    </EntryPage>
  )
}
