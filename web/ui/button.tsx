// Shows buttons. A screen has one accent button. A busy button keeps the focus and ignores presses. After 8 s a notice
// says that its action still runs.
import type { ComponentProps, MouseEvent, Ref } from 'react'
import { asElements, type Content } from './elements.tsx'
import { watchWait } from './watch-wait.ts'

type Variant = 'accent' | 'hero' | 'dark' | 'outline' | 'quiet' | 'danger'
type Size = 'large' | 'medium' | 'small'

const variants: Record<Variant, string> = {
  accent: 'bg-accent text-on-accent hover:bg-accent-deep button-glow',
  hero: 'bg-(--hero-action) text-(--hero-on-action) hover:bg-(--hero-action-deep) button-glow',
  dark: 'bg-forest text-on-forest hover:opacity-90',
  outline: 'border-[1.5px] border-field/60 bg-surface text-ink hover:border-ink',
  quiet: 'text-link hover:underline underline-offset-4',
  danger: 'border-[1.5px] border-danger/50 text-danger hover:border-danger',
}

const sizes: Record<Size, string> = {
  large: 'min-h-13 text-[1.0625rem] rounded-[15px]',
  medium: 'min-h-11.5 text-base rounded-field',
  small: 'min-h-11 text-[0.9375rem] rounded-xl',
}

const paddings: Record<Size, string> = { large: 'px-6', medium: 'px-5', small: 'px-3.5' }

/** Returns the classes of a button, which links can also have. */
export function buttonClass(variant: Variant = 'dark', size: Size = 'medium', wide = false) {
  const base =
    'inline-flex items-center justify-center gap-2 text-center font-semibold leading-tight ' +
    'select-none py-2 transition duration-150 active:translate-y-px active:opacity-80 ' +
    'aria-disabled:opacity-50 aria-disabled:cursor-not-allowed disabled:opacity-45 ' +
    // The rule for `button` in forced-colors.css does not match links.
    'forced-colors:border'
  return `${base} ${variants[variant]} ${sizes[size]} ${wide ? 'w-full px-2.5' : paddings[size]}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  children: Content
  variant?: Variant
  size?: Size
  wide?: boolean
  /** True shows a spinner and ignores presses. */
  busy?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, busy = false, onClick, children, type = 'button', ...rest } = props
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={buttonClass(variant, size, wide)}
    >
      {busy ? <Spinner ref={watchWait} /> : null}
      {asElements(children)}
    </button>
  )
}

/** Shows the rotating ring of a busy button. */
export function Spinner({ ref }: { ref?: Ref<SVGSVGElement> }) {
  return (
    <svg
      ref={ref}
      viewBox="0 0 20 20"
      className="size-4.5 animate-spin"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  )
}
