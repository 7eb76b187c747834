// Exports the user's data: a file at once after a recent code, else after a new one.
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { ApiError } from '#web/api/api.ts'
import { sendCall } from '#web/api/ask.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/form-problem.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { SandboxNotice } from '#web/ui/sandbox-notice.tsx'
import { useSandbox } from '#web/use-sandbox.ts'
import { confirmExport, exportOwnData } from '../own-data-calls.ts'
import { CodeField, Resend } from './code-field.tsx'
import { problemOf } from './own-data-problem.ts'
import { useCodeForm } from './use-code-form.ts'

const fileName = 'carbon-passport-data.json'

type Props = { profile: Profile; onDone: () => void }

export function ExportForm({ profile, onDone }: Props) {
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, problem, run } = useAction<string>()

  async function download(): Promise<string | undefined> {
    try {
      const file = await readExport()
      if (file === null) setNeedsCode(true)
      else handOver(file, onDone)
      return undefined
    } catch (error) {
      const isOver = error instanceof ApiError && error.code === 'rate_limited'
      return isOver ? texts.own_data_export_limit() : problemOf(error, '').text
    }
  }

  if (needsCode) return <ExportWithCode profile={profile} onDone={onDone} />
  return (
    <div className="grid gap-4">
      <p>{texts.own_data_export_what()}</p>
      <FormProblem>{problem}</FormProblem>
      <Button
        variant="accent"
        size="large"
        wide
        busy={busy !== undefined}
        onClick={() => void run('sending', download)}
      >
        {texts.own_data_download()}
      </Button>
    </div>
  )
}

function ExportWithCode({ profile, onDone }: Props) {
  const sandbox = useSandbox('sms')
  const { form, busy, problem, isSent, fieldOf, resendAt, send } = useCodeForm({
    codes: () => [{ purpose: 'export' }],
    async use(codeOf) {
      await sendCall(confirmExport, { body: { code: codeOf('code') } })
      const file = await readExport()
      if (file !== null) handOver(file, onDone)
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <p>{texts.own_data_export_code()}</p>
      {isSent ? <CodeField {...fieldOf('code')} phone={profile.phone} /> : null}
      <FormProblem>{problem?.at === '' ? problem.text : null}</FormProblem>
      <Button type="submit" variant="accent" size="large" wide busy={busy !== undefined}>
        {isSent ? texts.own_data_download() : texts.own_data_send_code()}
      </Button>
      {isSent ? (
        <Resend resendAt={resendAt} busy={busy === 'sending'} onPress={() => void send()} />
      ) : null}
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

/** Returns the file, or null where a code must be typed first. */
async function readExport(): Promise<Blob | null> {
  try {
    return await (await sendCall(exportOwnData, {})).blob()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code_required') return null
    throw error
  }
}

function handOver(file: Blob, onDone: () => void): void {
  saveFile(file, fileName)
  showToast(texts.own_data_downloaded())
  onDone()
}
