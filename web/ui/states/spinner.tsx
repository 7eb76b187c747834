// Draws the turning ring of a busy button.

export function Spinner() {
  return (
    <svg viewBox="0 0 20 20" className="size-4.5 animate-spin" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  )
}
