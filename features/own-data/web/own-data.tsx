// Shows own data in Settings, under Privacy: export, statements, move, sessions, deletion.
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { StatementChoice } from '#features/receipts/web/statement-choice.tsx'
import { texts } from '#web/texts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DeleteForm } from './delete-dialog.tsx'
import { ExportForm } from './export-dialog.tsx'
import { NumberForm } from './number-dialog.tsx'
import { Sessions } from './sessions-dialog.tsx'

const parts = ['export', 'statement', 'number', 'sessions', 'delete'] as const
type Part = (typeof parts)[number]

const words = {
  export: { title: texts.own_data_export, text: texts.own_data_export_text },
  statement: { title: texts.receipts_statements, text: texts.receipts_statements_text },
  number: { title: texts.own_data_number, text: texts.own_data_number_text },
  sessions: { title: texts.own_data_sessions, text: texts.own_data_sessions_text },
  delete: { title: texts.own_data_delete, text: texts.own_data_delete_text },
} as const satisfies Record<Part, { title: () => string; text: () => string }>

export function OwnData({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<Part>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className="mt-5 divide-y divide-line rounded-card border border-line bg-surface">
        {parts.map((part) => (
          <li key={part}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(part)}
              className="grid min-h-16 w-full gap-0.5 px-4.5 py-3 text-left hover:bg-page"
            >
              <span className={`font-semibold ${part === 'delete' ? 'text-danger' : 'text-link'}`}>
                {words[part].title()}
              </span>
              <span className="text-sm text-soft">{words[part].text()}</span>
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Dialog
          open
          onClose={close}
          title={words[open].title()}
          {...(open === 'sessions' || open === 'statement'
            ? { closeLabel: texts.common_close() }
            : {})}
        >
          <OpenPart part={open} profile={profile} onDone={close} />
        </Dialog>
      )}
    </>
  )
}

function OpenPart(props: { part: Part; profile: Profile; onDone: () => void }) {
  const { part, profile, onDone } = props
  switch (part) {
    case 'export':
      return <ExportForm profile={profile} onDone={onDone} />
    case 'statement':
      return <StatementChoice />
    case 'number':
      return <NumberForm profile={profile} onDone={onDone} />
    case 'sessions':
      return <Sessions />
    case 'delete':
      return <DeleteForm profile={profile} />
  }
}
