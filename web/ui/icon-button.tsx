// Shows round buttons with only an icon. They are separate from button.tsx, because the landing page has none.
import type { ComponentProps } from 'react'
import type { Elements } from './elements.tsx'

/** Shows a round button with only an icon. `label` is its accessible name. */
export function IconButton({
  label,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  label: string
  children: Elements
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-page hover:text-ink active:scale-95"
    >
      {children}
    </button>
  )
}
