// How far something is, as a bar with its words. Readers hear the words, not the picture.

type ProgressProps = { label: string /** 0 to 100 */; percent: number; text?: string }

export function Progress({ label, percent, text }: ProgressProps) {
  const value = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-sm">
        <span className="text-soft">{label}</span>
        <span className="font-semibold tabular-nums">{text ?? `${value}%`}</span>
      </div>
      <svg
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 w-full overflow-hidden rounded-full"
      >
        <title>{label}</title>
        <rect width="100" height="6" className="fill-line" />
        <rect width={value} height="6" className="fill-moss transition-[width] duration-500" />
      </svg>
    </div>
  )
}
