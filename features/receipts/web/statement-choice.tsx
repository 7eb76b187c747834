// Shows a field for the year, and the link to the year's statement as a PDF.
import { useState } from 'react'
import { serverNow } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Number of previous years in the field. Statements of older years are available by their URL. */
const previousYears = 5

export function StatementChoice() {
  const thisYear = new Date(serverNow()).getUTCFullYear()
  const [year, setYear] = useState(String(thisYear))
  const years = Array.from({ length: previousYears + 1 }, (_, back) => String(thisYear - back))
  return (
    <div className="grid gap-4">
      <SelectField
        label={texts.receipts_year()}
        value={year}
        options={years.map((each) => ({ value: each, label: each }))}
        onChange={(event) => setYear(event.currentTarget.value)}
      />
      <a
        href={`/passport/statement.pdf?year=${year}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('accent', 'large')}
      >
        {texts.receipts_statement_open()}
      </a>
    </div>
  )
}
