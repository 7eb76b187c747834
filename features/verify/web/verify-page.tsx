// Shows the page that verifies a certificate in the browser and explains the result. The browser loads the
// certificate, the public log and the policy of its witnesses from the site, and trusts none of them.
import { useEffect, useState } from 'react'
import { usePageTitle } from '#web/shell/page-title.ts'
import { PublicFrame } from '#web/shell/public-frame.tsx'
import { texts } from '#web/texts.ts'
import { OfflineDownload } from './offline-download.tsx'
import { PolicyField } from './policy-field.tsx'
import { useVerification } from './use-verification.ts'
import { VerifyForm } from './verify-form.tsx'
import { VerifyResult } from './verify-result.tsx'

export function VerifyPage() {
  usePageTitle(texts.verify_title())
  const { state, verify } = useVerification()
  const [certificate, setCertificate] = useState('')
  const [policy, setPolicy] = useState('')
  const [isPolicyOpen, setIsPolicyOpen] = useState(false)
  const fault = state.kind === 'refused_policy' ? state.fault : null
  // Verifies the code in an address such as `/verify?code=…` immediately.
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('code')
    if (code === null) return
    setCertificate(code)
    void verify({ certificate: code, policy: '' })
  }, [verify])

  return (
    <PublicFrame>
      <div className="max-w-2xl">
        <h1 className="text-[min(2.5rem,14vw)]">{texts.verify_title()}</h1>
        <p className="mt-3 text-lg text-soft">{texts.verify_lead()}</p>
        <noscript>{import.meta.env.SSR ? texts.verify_needs_scripts() : null}</noscript>
        <VerifyForm
          label={texts.verify_input()}
          hint={texts.verify_input_hint()}
          state={state}
          input={{ certificate, policy }}
          onChange={setCertificate}
          verify={verify}
        >
          <details
            open={isPolicyOpen || fault !== null}
            onToggle={(event) => setIsPolicyOpen(event.currentTarget.open)}
          >
            <summary className="min-h-11 py-2 text-link">{texts.verify_own_policy()}</summary>
            <PolicyField
              hint={texts.verify_policy_hint()}
              value={policy}
              fault={fault}
              onChange={setPolicy}
            />
          </details>
        </VerifyForm>
      </div>
      <div aria-live="polite">{state.kind === 'done' ? <VerifyResult {...state} /> : null}</div>
      <OfflineDownload />
    </PublicFrame>
  )
}
