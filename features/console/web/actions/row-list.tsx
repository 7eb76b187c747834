// Shows the outcome of each row of a file, refused rows first, in pages. A row shows its line, its subject, why it
// is refused, and old and new values.
import { useState } from 'react'
import type { ShownRow } from '#features/staff/staff-calls.ts'
import { outcomeWords, type RowOutcome, rowOutcomes } from '#values/staff/row-outcomes.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatWhole } from '../parts/console-format.ts'

const pageSize = 50

export function RowList({ rows }: { rows: readonly ShownRow[] }) {
  const [outcome, setOutcome] = useState<RowOutcome | null>(null)
  const [page, setPage] = useState(0)
  const numbered = rows.map((row, number) => ({ row, number }))
  const shown = numbered.filter(({ row }) => outcome === null || row.outcome === outcome)
  const pages = Math.max(1, Math.ceil(shown.length / pageSize))
  const first = page * pageSize
  const choose = (next: RowOutcome | null) => {
    setOutcome(next)
    setPage(0)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-base">Rows</h3>
      <Outcomes rows={rows} chosen={outcome} onChoose={choose} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keys
        tabIndex={0}
        aria-label="Rows of the file"
        className="max-h-96 overflow-y-auto rounded-field border border-line bg-surface"
      >
        <ul>
          {shown.slice(first, first + pageSize).map(({ row, number }) => (
            <Row key={number} row={row} />
          ))}
        </ul>
      </section>
      {pages === 1 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            variant="outline"
            size="small"
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            Previous rows
          </Button>
          <p role="status" className="text-soft text-sm tabular-nums">
            {`${formatWhole(first + 1)} to ${formatWhole(Math.min(first + pageSize, shown.length))} of ${formatWhole(shown.length)}`}
          </p>
          <Button
            variant="outline"
            size="small"
            disabled={page === pages - 1}
            onClick={() => setPage(page + 1)}
          >
            Next rows
          </Button>
        </div>
      )}
    </div>
  )
}

type OutcomesProps = {
  rows: readonly ShownRow[]
  chosen: RowOutcome | null
  onChoose: (outcome: RowOutcome | null) => void
}

/** Shows a button for each outcome that occurs, with its number of rows. */
function Outcomes({ rows, chosen, onChoose }: OutcomesProps) {
  const counts = new Map<RowOutcome, number>()
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const present = rowOutcomes.filter((outcome) => counts.has(outcome))
  if (present.length < 2) return null
  return (
    <div className="flex flex-wrap gap-2">
      {[null, ...present].map((outcome) => (
        <Button
          key={outcome ?? 'all'}
          variant={outcome === chosen ? 'dark' : 'outline'}
          size="small"
          aria-pressed={outcome === chosen}
          onClick={() => onChoose(outcome)}
        >
          {outcome === null
            ? `All ${formatWhole(rows.length)}`
            : `${outcomeWords[outcome]} ${formatWhole(counts.get(outcome) ?? 0)}`}
        </Button>
      ))}
    </div>
  )
}

const tones = {
  refused: 'bad',
  different: 'bad',
  removed: 'warn',
  left_out: 'warn',
  changed: 'good',
  new: 'good',
  unchanged: 'plain',
} as const satisfies Record<RowOutcome, string>

function Row({ row: { line, outcome, subject, text, changes = [] } }: { row: ShownRow }) {
  return (
    <li className="grid gap-1 border-line border-b px-4 py-2.5 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[outcome]}>{outcomeWords[outcome]}</Badge>
        {line === null ? null : (
          <span className="text-soft text-sm">{`Line ${formatWhole(line)}`}</span>
        )}
        <span className="wrap-anywhere min-w-0 font-code text-sm">{subject}</span>
      </p>
      {text === undefined ? null : <p className="wrap-anywhere text-[0.9375rem]">{text}</p>}
      {changes.map(({ label, before, after }) => (
        <p key={label} className="wrap-anywhere text-[0.9375rem]">
          <span className="text-soft">{`${label}: `}</span>
          {before === null ? null : <del className="text-soft">{before}</del>}
          {before === null ? null : <span aria-hidden="true">{' → '}</span>}
          {before === null ? null : <span className="sr-only"> becomes </span>}
          <strong className="font-semibold">{after}</strong>
        </p>
      ))}
    </li>
  )
}
