// Shows the transaction id and a field in which the user retypes it. The field adds dashes and capitals,
// ticks matching groups, and shows the first wrong group.
import { useLayoutEffect, useRef } from 'react'
import { asciiDigits } from '#values/text/digits.ts'
import { texts } from '#web/texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type RetypeFieldProps = {
  txId: string
  typed: string
  /** Names of the id and of the field, if it is not of a purchase. */
  labels?: { readonly id: string; readonly retype: string }
  /** The error text, such as 'TxID mismatch'. */
  error: string | undefined
  disabled: boolean
  /** True if this is the first field of the step, which gets the focus. */
  isFirst: boolean
  /** The id of the element that describes the field for screen readers. */
  aboutId: string
  onType: (text: string) => void
}

export function RetypeField(props: RetypeFieldProps) {
  const { txId, typed, error, disabled, isFirst, aboutId, onType } = props
  const { id: idLabel, retype: retypeLabel } = props.labels ?? {
    id: texts.purchases_tx_id(),
    retype: texts.purchases_retype(),
  }
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    const position = caret.current
    caret.current = undefined
    if (position !== undefined) field.current?.setSelectionRange(position, position)
  })

  function handleInput(input: HTMLInputElement) {
    const next = formatRetyped(input.value, typed, txId)
    const isAtEnd = input.selectionStart === input.value.length
    const textBeforeCaret = input.value.slice(0, input.selectionStart ?? 0)
    const countBeforeCaret = textBeforeCaret.replace(/[^\p{L}\p{N}]/gu, '').length
    caret.current = isAtEnd ? next.length : caretAfter(next, countBeforeCaret)
    onType(next)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 rounded-field border-[1.5px] border-field/70 border-dashed bg-surface py-2 pr-1.5 pl-4">
        <span className="sr-only">{idLabel}</span>
        <output
          translate="no"
          className="min-w-0 font-bold font-code text-[1.0625rem] sm:text-[1.1875rem] sm:tracking-wide"
        >
          {txId}
        </output>
        <CopyButton text={txId} label={idLabel} onCopied={() => field.current?.focus()} />
      </div>
      <TextField
        ref={field}
        label={retypeLabel}
        code
        name="typed"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        disabled={disabled}
        data-step-begins={isFirst || undefined}
        aboutId={aboutId}
        value={typed}
        error={error}
        hint={
          typed === '' ? undefined : <Groups {...{ typed, txId }} isWrong={error !== undefined} />
        }
        onChange={(event) => handleInput(event.target)}
      />
    </>
  )
}

function Groups({ typed, txId, isWrong }: { typed: string; txId: string; isWrong: boolean }) {
  const groups = compareGroups(typed, txId)
  const count = groups.filter((group) => group.isSame).length
  const wrongIndex = groups.findIndex((group) => !group.isSame)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5">
        {groups.map(({ issued, isSame }) =>
          isSame ? (
            <Icon key={issued} name="check" className="size-4 text-forest" />
          ) : (
            <span key={issued} className="h-0.5 w-4 rounded-full bg-current opacity-40" />
          ),
        )}
        <span>
          {texts.purchases_retype_matches({ count: String(count), total: String(groups.length) })}
        </span>
      </span>
      {isWrong && wrongIndex >= 0 ? (
        <span className="block text-ink">
          {texts.purchases_retype_check({
            place: String(wrongIndex + 1),
            group: groups[wrongIndex]?.issued ?? '',
          })}
        </span>
      ) : null}
    </>
  )
}

/** Maximum length of the text. It is longer than an id, so that a wrong pasted text stays visible. */
const lengthMax = 40

/**
 * Formats `text` in the groups of `txId`. Adds a dash only if the text is longer than `previous`, so that
 * the user can delete a dash.
 */
export function formatRetyped(text: string, previous: string, txId: string): string {
  const characters = asciiDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  const sizes = txId.split('-').map((group) => group.length)
  const groups: string[] = []
  let start = 0
  for (const [index, size] of sizes.entries()) {
    const end = index === sizes.length - 1 ? lengthMax : start + size
    if (start < characters.length) groups.push(characters.slice(start, end))
    start = end
  }
  const last = groups.length - 1
  const isFull = groups[last]?.length === sizes[last] && groups.length < sizes.length
  const isDashTyped = text.length > previous.length && /[\s\p{Pd}]$/u.test(text)
  return groups.join('-') + (isFull && isDashTyped ? '-' : '')
}

/** Returns the caret's position in `formatted` after `count` letters and digits. */
export function caretAfter(formatted: string, count: number): number {
  let characterCount = 0
  for (const [position, character] of [...formatted].entries()) {
    if (characterCount === count) return position
    if (character !== '-') characterCount += 1
  }
  return formatted.length
}

export type RetypedGroup = { readonly issued: string; readonly isSame: boolean }

/** Compares the typed groups with the groups of the id, by position. */
export function compareGroups(typed: string, txId: string): readonly RetypedGroup[] {
  const groups = typed.trim().split('-')
  return txId.split('-').map((issued, index) => ({ issued, isSame: groups[index] === issued }))
}
