// A programme's mark: its logo where this origin serves one, else its first letter. Logos of other
// hosts are never asked for: the page's policy would refuse them.
import { useState } from 'react'

function ownLogo(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url, location.origin)) return undefined
  const parsed = new URL(url, location.origin)
  return parsed.origin === location.origin ? parsed.href : undefined
}

/** An ornament: the programme's name stands beside it. */
export function ProgrammeMark({ name, logo }: { name: string; logo: string | null }) {
  const [broken, setBroken] = useState(false)
  const own = ownLogo(logo)
  return (
    <span className="programme-mark" aria-hidden="true">
      {own === undefined || broken ? (
        (Array.from(name)[0] ?? '·').toUpperCase()
      ) : (
        <img
          src={own}
          alt=""
          onError={() => setBroken(true)}
          className="size-full object-contain"
        />
      )}
    </span>
  )
}
