// Shows the sign-in page. A member of staff signs in with a passkey only.
import { useState } from 'react'
import { pageAfterSignIn } from './console-paths.ts'
import { EntryPage } from './entry-page.tsx'
import { signInWithPasskey } from './passkey.ts'

export function SignInPage() {
  const [page] = useState(() => pageAfterSignIn(window.location.search))
  return (
    <EntryPage
      title="Carbon Passport console"
      label="Sign in with a passkey"
      enter={signInWithPasskey}
      page={page}
    >
      <p className="text-soft">
        For members of staff. An admin can invite you or reset your passkey.
      </p>
    </EntryPage>
  )
}
