// What is said while an answer is awaited: that it is being checked, and after 8 s that it is still
// at work. Never 'failed' while it may have happened.
import { useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'

const longMs = 8_000

export function StillWorking({ work }: { work: string }) {
  const isAtWork = work !== 'none'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isAtWork) return
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [isAtWork])
  const checking = work === 'checking' ? texts.purchases_checking() : undefined
  const long = isAtWork && isLong ? texts.common_still_working() : undefined
  return (
    <div role="status" className="text-center text-[0.9375rem] text-soft empty:hidden">
      {checking ? <p className="font-semibold text-ink">{checking}</p> : null}
      {long ? <p>{long}</p> : null}
    </div>
  )
}
