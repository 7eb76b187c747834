// Shows a button that chooses a file.
import type { ChangeEvent } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

type FileButtonProps = {
  label: string
  /** The kinds of files that the browser offers. */
  accept: string
  onChoose: (file: File) => void
}

export function FileButton({ label, accept, onChoose }: FileButtonProps) {
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file !== undefined) onChoose(file)
    target.value = ''
  }
  return (
    <label
      className={`relative focus-within:outline-3 focus-within:outline-moss focus-within:outline-offset-3 ${buttonClass('outline')}`}
    >
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}
