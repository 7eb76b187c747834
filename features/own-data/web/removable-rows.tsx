// Lists entries of the user, and removes one after a confirmation.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'

type Entry = { readonly id: string; readonly name: string; readonly detail: string }

type Words = {
  /** Accessible name of the button that removes an entry. */
  readonly remove: (values: { name: string }) => string
  readonly sure: (values: { name: string }) => string
}

type RowsProps = {
  entries: readonly Entry[]
  words: Words
  /** Text without entries. */
  empty?: string
  /** Id of the entry that is being removed. */
  busy: string | undefined
  onRemove: (id: string) => void
}

export function RemovableRows({ entries, words, empty, busy, onRemove }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const count = useRef(entries.length)
  // The pressed button has gone with its row.
  useEffect(() => {
    if (entries.length < count.current && document.activeElement === document.body) {
      box.current?.focus()
    }
    count.current = entries.length
  }, [entries.length])
  return (
    <div ref={box} tabIndex={-1} className="empty:hidden">
      {entries.length === 0 ? (
        empty && <p className="text-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4.5">
          {entries.map((entry) => (
            <Row
              key={entry.id}
              {...{ entry, words }}
              busy={busy === entry.id}
              onRemove={() => onRemove(entry.id)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type RowProps = { entry: Entry; words: Words; busy: boolean; onRemove: () => void }

function Row({ entry: { name, detail }, words, busy, onRemove }: RowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const lastButton = useRef<HTMLButtonElement>(null)
  function ask(on: boolean) {
    // Rendered at once, so that the button that takes the place of the pressed one gets its focus.
    flushSync(() => setIsAsking(on))
    lastButton.current?.focus()
  }
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(7rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-soft">{detail}</p>
      </div>
      {isAsking ? (
        <div className="grid w-full gap-3">
          <p role="status">{words.sure({ name })}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" size="small" busy={busy} onClick={onRemove}>
              {texts.own_data_remove()}
            </Button>
            <Button ref={lastButton} size="small" onClick={() => ask(false)}>
              {texts.own_data_keep()}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          ref={lastButton}
          variant="danger"
          size="small"
          onClick={() => ask(true)}
          aria-label={words.remove({ name })}
        >
          {texts.own_data_remove()}
        </Button>
      )}
    </li>
  )
}
