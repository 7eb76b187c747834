// Lists the actions on own data in Settings, each with a dialog: export, statements, move, sessions,
// deletion.
import { useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { StatementChoice } from '#features/receipts/web/statement-choice.tsx'
import { texts } from '#web/texts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { Part } from '#web/ui/elements.tsx'
import { DeleteForm } from './delete-dialog.tsx'
import { ExportForm } from './export-dialog.tsx'
import { NumberForm } from './number-dialog.tsx'
import { Passkeys } from './passkeys.tsx'
import { SavedCards } from './profile-cards.tsx'
import { Sessions } from './sessions-dialog.tsx'

function SignedInHere({ profile }: { profile: Profile }) {
  return (
    <>
      <Sessions />
      <Passkeys profile={profile} />
    </>
  )
}

const parts = [
  { title: texts.own_data_export, text: texts.own_data_export_text, Form: ExportForm },
  { title: texts.receipts_statements, text: texts.receipts_statements_text, Form: StatementChoice },
  { title: texts.own_data_cards, text: texts.own_data_cards_text, Form: SavedCards },
  { title: texts.own_data_number, text: texts.own_data_number_text, Form: NumberForm },
  { title: texts.own_data_sessions, text: texts.own_data_sessions_text, Form: SignedInHere },
  { title: texts.own_data_delete, text: texts.own_data_delete_text, Form: DeleteForm },
] as const

export function OwnData({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<(typeof parts)[number]>()
  const close = () => setOpen(undefined)
  const OpenForm: Part<{ profile: Profile; onDone: () => void }> | undefined = open?.Form
  const hasNoAction = [SignedInHere, StatementChoice, SavedCards].some((Form) => Form === OpenForm)
  return (
    <>
      <ul className="mt-5 divide-y divide-line rounded-card border border-line bg-surface">
        {parts.map((part) => (
          <li key={part.title()}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(part)}
              className="grid min-h-16 w-full gap-0.5 px-4.5 py-3 text-left hover:bg-page"
            >
              <span
                className={`font-semibold ${part.Form === DeleteForm ? 'text-danger' : 'text-link'}`}
              >
                {part.title()}
              </span>
              <span className="text-sm text-soft">{part.text()}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && OpenForm ? (
        <Dialog
          open
          onClose={close}
          title={open.title()}
          closeLabel={hasNoAction ? texts.common_close() : texts.common_cancel()}
        >
          <OpenForm profile={profile} onDone={close} />
        </Dialog>
      ) : null}
    </>
  )
}
