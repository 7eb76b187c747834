// Shows the page that verifies a certificate in the browser and explains the result. The browser loads the
// certificate and the public log from the site, and trusts neither.
import { type ChangeEvent, type DragEvent, type SyntheticEvent, useEffect, useState } from 'react'
import { usePageTitle } from '#web/shell/page-title.ts'
import { PublicFrame } from '#web/shell/public-frame.tsx'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { certificateMaxLength } from './certificate-file.ts'
import { useVerification, type VerificationProblem } from './use-verification.ts'
import { VerifyResult } from './verify-result.tsx'

const refusals: Readonly<Record<VerificationProblem, () => string>> = {
  unclear: texts.verify_unclear,
  elsewhere: texts.verify_elsewhere,
  not_found: texts.verify_not_found,
  no_answer: texts.common_no_connection,
  no_certificate: texts.verify_no_certificate,
  unproven: texts.verify_unproven,
  no_log: texts.verify_no_log,
  no_crypto: texts.verify_no_crypto,
}

export function VerifyPage() {
  usePageTitle(texts.verify_title())
  const { state, verify } = useVerification()
  const [input, setInput] = useState('')
  // Verifies the code in an address such as `/verify?code=…` immediately.
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('code')
    if (code === null) return
    setInput(code)
    void verify(code)
  }, [verify])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void verify(input)
  }
  async function verifyFile(file: File | undefined) {
    if (file === undefined) return
    // Reads one byte more than the maximum, so that a larger file is refused.
    const text = await file
      .slice(0, certificateMaxLength + 1)
      .text()
      .catch(() => '')
    setInput(text)
    // A file contains JSON. With the brace, any other text is refused and not loaded as a code.
    void verify(text.trim().startsWith('{') ? text : `{${text}`)
  }
  function onDrop(event: DragEvent) {
    const [file] = event.dataTransfer.files
    if (file === undefined) return
    event.preventDefault()
    void verifyFile(file)
  }
  function onChooseFile(event: ChangeEvent<HTMLInputElement>) {
    void verifyFile(event.target.files?.[0])
    event.target.value = ''
  }
  return (
    <PublicFrame>
      <div className="max-w-2xl">
        <h1 className="text-[min(2.5rem,14vw)]">{texts.verify_title()}</h1>
        <p className="mt-3 text-lg text-soft">{texts.verify_lead()}</p>
        <noscript>{import.meta.env.SSR ? texts.verify_needs_scripts() : null}</noscript>
        <form
          method="dialog"
          onSubmit={submit}
          onDrop={onDrop}
          onDragOver={(event) => event.preventDefault()}
          noValidate
          className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4"
        >
          <TextArea
            label={texts.verify_input()}
            hint={texts.verify_input_hint()}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="accent" busy={state.kind === 'busy'}>
              {texts.verify_check()}
            </Button>
            <label
              className={`relative focus-within:outline-3 focus-within:outline-moss focus-within:outline-offset-3 ${buttonClass('outline')}`}
            >
              <span>{texts.verify_file()}</span>
              <input
                type="file"
                accept=".json,application/json"
                onChange={onChooseFile}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
            </label>
          </div>
          <FormProblem>{state.kind === 'refused' ? refusals[state.reason]() : null}</FormProblem>
        </form>
      </div>
      <div aria-live="polite">{state.kind === 'done' ? <VerifyResult {...state} /> : null}</div>
    </PublicFrame>
  )
}
