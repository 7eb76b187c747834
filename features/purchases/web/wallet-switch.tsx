// On: the wallet pays what it can. Off: the card pays all.
import { useId } from 'react'
import { texts } from '#web/texts.ts'

type WalletSwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** What is in the wallet, as an amount. */
  has: string
}

export function WalletSwitch({ checked, onChange, has }: WalletSwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={id}
      aria-describedby={`${id}-has`}
      onClick={() => onChange(!checked)}
      className="group flex min-h-11 items-center gap-3 rounded-lg text-left disabled:opacity-45"
    >
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-full border-[1.5px] border-field bg-page transition-colors group-aria-checked:border-forest group-aria-checked:bg-forest"
      >
        <span className="absolute top-[3px] left-[3px] size-4.75 rounded-full bg-field transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-forest" />
      </span>
      <span>
        <span id={id} className="block">
          {checked ? texts.purchases_from_wallet() : texts.purchases_use_wallet()}
        </span>
        <span id={`${id}-has`} className="block text-sm text-soft">
          {texts.purchases_wallet_has({ amount: has })}
        </span>
      </span>
    </button>
  )
}
