// The words that go with a gift, at most 255 (specification 5 and 9): the field itself takes no
// more, and tells how many there are.
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { noteMaxLength } from './gift.ts'

type NoteFieldProps = { note: string; error: string | undefined; onChange: (note: string) => void }

export function NoteField({ note, error, onChange }: NoteFieldProps) {
  const count = texts.gifts_note_count({
    count: formatCount(note.length),
    max: formatCount(noteMaxLength),
  })
  return (
    <TextArea
      label={texts.gifts_note()}
      name="note"
      rows={2}
      maxLength={noteMaxLength}
      value={note}
      error={error}
      hint={<span className="tabular-nums">{count}</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
