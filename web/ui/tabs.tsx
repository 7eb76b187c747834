// Shows tabs. Arrow keys move between them. A locked tab has a reason and cannot be selected.

import { Tabs as Base } from '@base-ui/react/tabs'
import { asElements, type Content, type Elements } from './elements.tsx'

type Tab<Value extends string> = {
  value: Value
  label: Content
  /** Reason why this tab cannot be selected. Screen readers read it with the label. */
  lockedBecause?: string | undefined
}

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  children: Elements
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children } = props
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List
        aria-label={label}
        className="flex flex-wrap gap-1 rounded-[15px] border border-line bg-page p-1"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.lockedBecause !== undefined}
            title={tab.lockedBecause}
            className="flex min-h-11 max-w-full flex-1 items-center justify-center gap-1.5 rounded-xl px-[min(0.5rem,2vw)] py-1 font-semibold text-[0.9375rem] text-soft transition-colors hover:text-ink data-active:bg-surface data-active:text-ink data-active:shadow-card dark:data-active:bg-line data-disabled:cursor-not-allowed data-disabled:text-faint"
          >
            {asElements(tab.label)}
            {tab.lockedBecause ? <span className="sr-only">{tab.lockedBecause}</span> : null}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel
        value={value}
        className="mt-4 rounded-card outline-offset-4 focus-visible:outline-3 focus-visible:outline-moss"
      >
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
