// Shows a button that reads a text file into a field, such as the file of an import.
import { useId, useState } from 'react'
import { letChooseAgain } from './read-text-file.ts'

type FileTextProps = {
  /** The label of the field. */
  name: string
  onRead: (text: string) => void
}

export function FileText({ name, onRead }: FileTextProps) {
  const id = useId()
  const [status, setStatus] = useState('')
  async function read(file: File | undefined) {
    if (file === undefined) return
    try {
      onRead(await file.text())
      setStatus(`${file.name} is read.`)
    } catch {
      setStatus(`${file.name} could not be read.`)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label
        htmlFor={id}
        className="inline-flex min-h-11 items-center font-semibold text-[0.9375rem] text-link underline-offset-4 focus-within:outline-3 focus-within:outline-moss hover:underline"
      >
        <span>Choose a file</span>
        <input
          id={id}
          type="file"
          aria-label={`Choose a file for ${name}`}
          accept=".csv,.txt,.json,text/*"
          className="sr-only"
          onClick={letChooseAgain}
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </label>
      <span role="status" className="text-soft text-sm">
        {status}
      </span>
    </div>
  )
}
