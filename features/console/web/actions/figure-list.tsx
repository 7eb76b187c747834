// Shows the figures of an action, before and after, and values that are shown only once.
import type { ActionDone } from '#features/staff/staff-calls.ts'
import { csvFile, saveFile } from '#web/storage/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

type Figures = ActionDone['figures']

export function FigureList({ figures }: { figures: Figures }) {
  if (figures.length === 0) return <p className="text-soft">No figures change.</p>
  return (
    <dl className="divide-y divide-line rounded-field border border-line bg-surface">
      {figures.map(({ label, before, after }) => (
        <div
          key={`${label} ${after}`}
          className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-4 py-2.5"
        >
          <dt className="min-w-0 text-soft">{label}</dt>
          <dd className="wrap-anywhere min-w-0 tabular-nums">
            {before === null ? null : <del className="text-soft">{before}</del>}
            {before === null ? null : <span aria-hidden="true">{' → '}</span>}
            <strong className="font-semibold">{after}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value of several lines is a file, whose label is its name. */
const isFile = (text: string) => text.includes('\n')
/** Maximum number of characters of a file that are shown. The saved file is whole. */
const shownMax = 20_000

const typesByExtension: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['md', 'text/markdown'],
])

function Secret({ text }: { text: string }) {
  const look = 'wrap-anywhere rounded-lg bg-surface px-3 py-2 font-code text-sm'
  return isFile(text) ? (
    <pre className={`${look} max-h-60 overflow-auto whitespace-pre-wrap`}>
      {text.length > shownMax ? `${text.slice(0, shownMax)}\n…` : text}
    </pre>
  ) : (
    <p className={look}>{text}</p>
  )
}

function SaveButton({ text, name }: { text: string; name: string }) {
  const extension = name.split('.').at(-1) ?? ''
  const type = typesByExtension.get(extension) ?? 'text/plain'
  const file = () => (extension === 'csv' ? csvFile(text) : new Blob([text], { type }))
  const save = () => saveFile(file(), name)
  return (
    <Button variant="outline" size="small" onClick={save}>
      Save as a file
    </Button>
  )
}

export function SecretList({ secrets }: { secrets: Figures }) {
  if (secrets.length === 0) return null
  return (
    <div className="grid gap-3 rounded-field border border-gold/40 bg-gold/12 p-4">
      <p className="font-semibold text-gold">Copy this now. It is shown only once.</p>
      {secrets.map(({ label, after }) => (
        <div key={label} className="grid gap-1">
          <p className="text-sm">{label}</p>
          <Secret text={after} />
          <p className="flex flex-wrap gap-3">
            <CopyButton text={after} label={label} />
            {isFile(after) ? <SaveButton text={after} name={label} /> : null}
          </p>
        </div>
      ))}
    </div>
  )
}
