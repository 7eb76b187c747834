// Shows the form of a verification: the certificate as text or file, and a policy of the user's own.
import type { DragEvent, SyntheticEvent } from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { certificateMaxLength } from './certificate-file.ts'
import { FileButton } from './file-button.tsx'
import type { Verification, VerificationInput, VerificationProblem } from './use-verification.ts'

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

type VerifyFormProps = {
  label: string
  hint: string
  state: Verification
  input: VerificationInput
  onChange: (certificate: string) => void
  verify: (input: VerificationInput) => Promise<void>
  /** The field of the policy. */
  children: Elements
}

export function VerifyForm(props: VerifyFormProps) {
  const { label, hint, state, input, onChange, verify, children } = props

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void verify(input)
  }
  async function verifyFile(file: File) {
    // Reads one byte more than the maximum, so that a larger file is refused.
    const text = await file
      .slice(0, certificateMaxLength + 1)
      .text()
      .catch(() => '')
    onChange(text)
    // A file contains JSON. With the brace, any other text is refused and not loaded as a code.
    void verify({ ...input, certificate: text.trim().startsWith('{') ? text : `{${text}` })
  }
  function onDrop(event: DragEvent) {
    const [file] = event.dataTransfer.files
    if (file === undefined) return
    event.preventDefault()
    void verifyFile(file)
  }
  return (
    <form
      method="dialog"
      onSubmit={submit}
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
      noValidate
      className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <TextArea
        label={label}
        hint={hint}
        value={input.certificate}
        onChange={(event) => onChange(event.target.value)}
        onEarlyText={onChange}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" busy={state.kind === 'busy'}>
          {texts.verify_check()}
        </Button>
        <FileButton
          label={texts.verify_file()}
          accept=".json,application/json"
          onChoose={(file) => void verifyFile(file)}
        />
      </div>
      <FormProblem>{state.kind === 'refused' ? refusals[state.reason]() : null}</FormProblem>
    </form>
  )
}
