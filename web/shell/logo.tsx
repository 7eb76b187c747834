// Draws the product's logo, a closed passport with a seedling, and its name.
import { texts } from '#web/texts.ts'

export function LogoMark({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 26 26"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="4" y="2.5" width="18" height="21" rx="3" />
      <path d="M13 18v-7m0 3.4c-3 0-4-2-4-4 2.7 0 4 1.4 4 4Zm0-2c0-2.3 1.4-3.7 3.7-3.7 0 2.3-1.4 3.7-3.7 3.7Z" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <LogoMark className="size-7 shrink-0" />
      <span
        translate="no"
        className="title min-w-0 text-[min(1.0625rem,5.4vw)] uppercase leading-none tracking-[0.14em]"
      >
        {texts.common_product()}
      </span>
    </span>
  )
}
