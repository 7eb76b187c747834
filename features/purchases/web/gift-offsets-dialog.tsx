// The Gift Offsets modal (specification 2 and 4): the same steps as buying, with a receiver and a
// note. What was typed stays through errors, closing and, once it was sent, a reload.
import { useCallback, useMemo, useState } from 'react'
import type { Profile } from '#features/sign-in/contract.ts'
import { useSession } from '#web/session.ts'
import { texts } from '#web/texts.ts'
import { CheckoutDialog, type CheckoutDialogProps, type GiftPart } from './checkout-dialog.tsx'
import { type GiftForm, readGift } from './gift.ts'
import { NoteField } from './note-field.tsx'
import { readRecord, scopeOf } from './purchase-record.ts'
import { troubleAt } from './purchase-words.ts'
import { RecipientField } from './recipient-field.tsx'

export function GiftOffsetsDialog(props: CheckoutDialogProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return <GiftDialog key={props.project.id} {...props} profile={session.profile} />
}

function GiftDialog(props: CheckoutDialogProps & { profile: Profile }) {
  const { project, profile } = props
  const [form, setForm] = useState(() => firstForm(project.id, profile))
  const { country } = profile
  const given = useCallback(() => setForm(emptyForm(country)), [country])
  const gift = useMemo<GiftPart>(
    () => ({
      read: () => readGift(form),
      given,
      fields: (trouble, onEdit) => {
        const change = (part: Partial<GiftForm>) => {
          setForm((now) => ({ ...now, ...part }))
          onEdit()
        }
        return {
          receiver: (
            <RecipientField
              {...form.phone}
              error={troubleAt(trouble, 'recipient', 'gift')}
              onChange={(phone) => change({ phone })}
            />
          ),
          note: (
            <NoteField
              note={form.note}
              error={troubleAt(trouble, 'note', 'gift')}
              onChange={(note) => change({ note })}
            />
          ),
        }
      },
    }),
    [form, given],
  )
  return <CheckoutDialog {...props} kind="gift" title={texts.gifts_title()} gift={gift} />
}

/** What was sent before a reload, else empty fields in the giver's own country. */
function firstForm(projectId: string, { id, country }: Profile): GiftForm {
  const kept = readRecord(scopeOf('gift', projectId), id)
  const note = kept?.order?.note
  return {
    phone: { text: kept?.recipient ?? '', country },
    note: typeof note === 'string' ? note : '',
  }
}

function emptyForm(country: string): GiftForm {
  return { phone: { text: '', country }, note: '' }
}
