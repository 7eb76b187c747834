// Shows a programme's logo if the page may load it, otherwise the programme's initials.
import { useState } from 'react'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { allowedImage } from '#web/allowed-image.ts'
import { texts } from '#web/texts.ts'

/** Returns at most two initials: `Green Bank` is GB, `Welcome` is W. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.slice(0, 2).flatMap((word) => Array.from(word)[0] ?? [])
  return initials.join('').toUpperCase() || '·'
}

/** The mark is hidden from screen readers, because the programme's name is next to it. */
export function ProgrammeMark({ name, logo }: { name: string; logo: string | null }) {
  const [isBroken, setBroken] = useState(false)
  const image = allowedImage(logo)
  return (
    <span
      className="grid size-10 flex-none place-items-center overflow-hidden rounded-xl border border-line bg-page font-title text-[1.125rem]/[1] text-ink"
      aria-hidden="true"
    >
      {image === undefined || isBroken ? (
        initialsOf(name)
      ) : (
        <img
          src={image}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-full object-contain"
        />
      )}
    </span>
  )
}

/** Returns the displayed name. Takes the name on the wire, because a credit has no programme id. */
export function programmeName(name: string): string {
  if (name === refundsProgramme.name) return texts.wallet_refunds()
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
