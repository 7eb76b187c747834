// Shows an id in a monospaced font, with a button that copies it.
import { CopyButton } from '#web/ui/copy-button.tsx'

export function Identifier({ id, name }: { id: string; name: string }) {
  return (
    <span className="-my-2.5 inline-flex max-w-full flex-wrap items-center gap-x-1">
      <code className="wrap-anywhere font-code text-[0.8125rem]">{id}</code>
      <CopyButton text={id} label={name} />
    </span>
  )
}

/** Shows an id without a button, for lists. */
export function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere font-code text-[0.875rem]">{children}</code>
}
