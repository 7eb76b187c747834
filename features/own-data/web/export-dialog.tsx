// Shows the form that downloads the user's data. Without a recent code, the user must first type a new one.
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { ApiError } from '#web/api/api.ts'
import { sendCall } from '#web/api/ask.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { confirmExport, exportOwnData } from '../own-data-calls.ts'
import { CodeField, CodeForm, problemOf, useCodeForm } from './code-form.tsx'

const fileName = 'carbon-passport-data.json'

type Props = { profile: Profile; onDone: () => void }

export function ExportForm({ profile, onDone }: Props) {
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, problem, run } = useAction<string>()

  async function download(): Promise<undefined> {
    const file = await readExport()
    if (file === null) setNeedsCode(true)
    else saveAndClose(file, onDone)
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
        onClick={() => void run('sending', download, exportProblemText)}
      >
        {texts.own_data_download()}
      </Button>
    </div>
  )
}

function ExportWithCode({ profile, onDone }: Props) {
  const state = useCodeForm({
    codes: () => [{ purpose: 'export' }],
    async use(codeOf) {
      await sendCall(confirmExport, { body: { code: codeOf('code') } })
      const file = await readExport()
      if (file !== null) saveAndClose(file, onDone)
    },
  })
  return (
    <CodeForm state={state} actions={[texts.own_data_send_code(), texts.own_data_download()]}>
      <p>{texts.own_data_export_code()}</p>
      {state.isSent ? <CodeField {...state.fieldOf('code')} phone={profile.phone} /> : null}
    </CodeForm>
  )
}

function exportProblemText(error: unknown): string {
  const isAboveLimit = error instanceof ApiError && error.code === 'rate_limited'
  return isAboveLimit ? texts.own_data_export_limit() : problemOf(error, '').text
}

/** Returns the file, or null if a code must be typed first. */
async function readExport(): Promise<Blob | null> {
  try {
    return await (await sendCall(exportOwnData, {})).blob()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code_required') return null
    throw error
  }
}

/** Saves the file, shows a toast and closes the dialog. */
function saveAndClose(file: Blob, onDone: () => void): void {
  saveFile(file, fileName)
  showToast(texts.own_data_downloaded())
  onDone()
}
