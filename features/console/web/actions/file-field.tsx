// Shows the field of a file: choose it with the keyboard or a pointer, or drop it. It shows name, size and lines
// before anything is sent.
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '../parts/console-format.ts'
import type { ActionField, ChosenFile } from './action-fields.ts'
import { countLines, letChooseAgain, readTextFile, sizeText } from './read-text-file.ts'

type FileFieldProps = {
  field: ActionField
  file: ChosenFile | undefined
  fault: string | undefined
  onChoose: (file: ChosenFile | null) => void
}

export function FileField({ field, file, fault, onChoose }: FileFieldProps) {
  const { label, hint, accept, bytesMax, name } = field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')
  const [isOver, setIsOver] = useState(false)
  async function take(chosen: File | undefined) {
    if (chosen === undefined) return
    const read = await readTextFile(chosen, bytesMax)
    setRefusal('fault' in read ? read.fault : '')
    onChoose('fault' in read ? null : read)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  function remove() {
    onChoose(null)
    input.current?.focus()
  }
  const error = refusal === '' ? fault : refusal
  const limit = bytesMax === undefined ? '' : `At most ${sizeText(bytesMax)}.`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="caption">
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid gap-2 rounded-field border border-dashed p-4 ${isOver ? 'border-forest bg-surface' : 'border-line'}`}
      >
        {/* The browser's own text is hidden: it forgets the file when the form is drawn again. */}
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          accept={accept}
          required={field.isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint ${id}-file ${id}-error`}
          onClick={letChooseAgain}
          onChange={(event) => void take(event.target.files?.[0])}
          className="min-h-11 max-w-full text-[0.9375rem] text-transparent file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-paper file:px-4 file:font-semibold file:text-ink"
        />
        <p id={`${id}-hint`} className="text-soft text-sm">
          {[hint, 'Or drop it here.', limit].filter(Boolean).join(' ')}
        </p>
        <p id={`${id}-file`} role="status" className="wrap-anywhere font-medium empty:hidden">
          {file === undefined ? '' : describeFile(file)}
        </p>
        {file === undefined ? null : (
          <p>
            <Button variant="outline" size="small" onClick={remove}>
              Remove the file
            </Button>
          </p>
        )}
      </div>
      <p id={`${id}-error`} role="alert" className="wrap-anywhere text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}

function describeFile({ name, bytes, text }: ChosenFile): string {
  const lines = countLines(text)
  return `${name}: ${sizeText(bytes)}, ${formatCount(lines, 'line')}`
}
