// Saves a programme's statement of a month as a PDF or CSV file.
import { useState } from 'react'
import {
  saveStatement,
  saveStatementRows,
} from '#features/console/programmes/console-programmes-calls.ts'
import { languageNames, languages, readLanguage } from '#values/lists/languages.ts'
import { sendCall } from '#web/api/ask.ts'
import { csvFile, saveFile } from '#web/storage/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { problemWords } from '../parts/load-problem.tsx'
import { Panel } from '../parts/panel.tsx'

/** Number of months to choose from, the present one included. */
const monthsMax = 36

/** Returns the months in UTC, newest first, such as `2026-11` and `November 2026, so far`. */
export function recentMonths(nowMs: number) {
  const now = new Date(nowMs)
  return Array.from({ length: monthsMax }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const words = first.toLocaleDateString('en-GB', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    return {
      value: first.toISOString().slice(0, 7),
      label: back === 0 ? `${words}, so far` : words,
    }
  })
}

export function StatementPanel({ id }: { id: string }) {
  const [months] = useState(() => recentMonths(Date.now()))
  // The newest month that is over.
  const [month, setMonth] = useState(months[1]?.value ?? '')
  const [lang, setLang] = useState(readLanguage('en'))
  const { busy, problem, run } = useAction<string, 'pdf' | 'csv'>()
  const save = (kind: 'pdf' | 'csv') =>
    run(
      kind,
      async () => {
        const params = { id }
        const response = await (kind === 'pdf'
          ? sendCall(saveStatement, { params, query: { month, lang } })
          : sendCall(saveStatementRows, { params, query: { month } }))
        const file = kind === 'pdf' ? await response.blob() : csvFile(await response.text())
        saveFile(file, `${id}-${month}.${kind}`)
        return undefined
      },
      (error) => problemWords(error).detail,
    )
  return (
    <Panel title="Statement of a month">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Month"
          value={month}
          options={months}
          onChange={(event) => setMonth(event.target.value)}
        />
        <SelectField
          label="Language of the PDF"
          value={lang}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={(event) => setLang(readLanguage(event.target.value))}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {(['pdf', 'csv'] as const).map((kind) => (
          <Button
            key={kind}
            variant="outline"
            size="small"
            busy={busy === kind}
            onClick={() => void save(kind)}
          >
            {`Save as ${kind.toUpperCase()}`}
          </Button>
        ))}
        <FormProblem>{problem}</FormProblem>
      </div>
    </Panel>
  )
}
