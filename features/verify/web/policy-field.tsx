// Shows the field for a policy of witnesses, with the fault of an unreadable one.
import { useState } from 'react'
import { texts } from '#web/texts.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { formatCount } from './count-format.ts'
import { FileButton } from './file-button.tsx'
import { type LineFault, type PolicyFault, policyMaxLength } from './policy-check.ts'

const lineFaultTexts: Readonly<
  Record<LineFault, (values: { readonly line: string; readonly word: string }) => string>
> = {
  control: texts.verify_policy_control,
  kind: texts.verify_policy_kind,
  form: texts.verify_policy_form,
  log_key: texts.verify_policy_log_key,
  witness_key: texts.verify_policy_witness_key,
  address: texts.verify_policy_address,
  repeated: texts.verify_policy_repeated,
  undefined: texts.verify_policy_undefined,
  count: texts.verify_policy_count,
}

export function policyFaultText(found: PolicyFault): string {
  if (!('line' in found)) {
    return found.fault === 'too_long'
      ? texts.verify_policy_too_long()
      : texts.verify_policy_no_quorum()
  }
  return lineFaultTexts[found.fault]({ line: formatCount(found.line), word: found.word })
}

type PolicyFieldProps = {
  hint: string
  value: string
  fault: PolicyFault | null
  onChange: (text: string) => void
}

export function PolicyField({ hint, value, fault, onChange }: PolicyFieldProps) {
  const [isNoText, setIsNoText] = useState(false)

  function change(text: string | null) {
    setIsNoText(text === null)
    if (text !== null) onChange(text)
  }
  const faultText = fault === null ? undefined : policyFaultText(fault)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextArea
        label={texts.verify_policy_input()}
        hint={hint}
        error={isNoText ? texts.verify_policy_no_text() : faultText}
        value={value}
        onChange={(event) => change(event.target.value)}
        onEarlyText={change}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
      />
      <div>
        <FileButton
          label={texts.verify_policy_file()}
          accept=".txt,.policy,text/plain"
          onChoose={(file) => void readText(file).then(change)}
        />
      </div>
    </div>
  )
}

/** Returns the text of a file, or null if it is no UTF-8. A text beyond the maximum is cut after one more character. */
async function readText(file: File): Promise<string | null> {
  // A character has at most 4 bytes. A cut within one is left out.
  const bytes = await file.slice(0, (policyMaxLength + 1) * 4).arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, {
      stream: bytes.byteLength < file.size,
    })
    return text.slice(0, policyMaxLength + 1)
  } catch {
    return null
  }
}
