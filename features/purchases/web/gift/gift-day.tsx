// Shows the choice of the day on which a gift arrives (docs/product.md#day-of-a-gift). Without a choice it goes at
// once. The server decides whether the day is valid where the receiver lives.
import { texts } from '#web/texts.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** The day, such as `2026-12-24`. Empty if it is still to be typed, null for a gift that goes at once. */
export type GiftDay = string | null

type GiftDayFieldProps = {
  day: GiftDay
  error: string | undefined
  onChange: (day: GiftDay) => void
}

/** Returns the user's day that is `days` and `years` from now, such as `2026-12-24`. */
function dayFromNow({ days = 0, years = 0 }: { days?: number; years?: number }): string {
  const now = new Date()
  const moment = new Date(now.getFullYear() + years, now.getMonth(), now.getDate() + days)
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

export function GiftDayField({ day, error, onChange }: GiftDayFieldProps) {
  return (
    <div className="grid gap-2">
      <Checkbox checked={day !== null} onChange={(isLater) => onChange(isLater ? '' : null)}>
        {texts.gifts_day_ask()}
      </Checkbox>
      {day === null ? null : (
        <TextField
          type="date"
          name="day"
          label={texts.gifts_day()}
          min={dayFromNow({ days: 1 })}
          max={dayFromNow({ years: 1 })}
          value={day}
          error={error}
          hint={texts.gifts_day_hint()}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
