// Shows the actions of a page as buttons: those of its subject, or those of a whole part.
import { useState } from 'react'
import { useSearch } from 'wouter'
import { listActions, type ShownAction } from '#features/staff/staff-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { Typed } from './action-fields.ts'

/** Milliseconds for which the list of actions is fresh. It changes with the roles only. */
const freshForMs = 300_000

export function useActions(): readonly ShownAction[] {
  return useAnswer(listActions, {}, { staleTime: freshForMs }).data ?? []
}

type SubjectActionsProps = {
  /** The kind of the page's subject. */
  of: 'person' | 'purchase' | 'batch' | 'project' | 'programme' | 'staff'
  id: string
  /** Names of actions that make no sense in the subject's state. */
  without?: readonly string[]
}

/** Shows the actions about one subject, whose id is filled in. */
export function SubjectActions({ of, id, without = [] }: SubjectActionsProps) {
  const actions = useActions().filter(
    ({ name, subject }) => subject?.of === of && !without.includes(name),
  )
  const prefilledOf = ({ subject }: ShownAction) =>
    subject === null ? {} : { [subject.field]: id }
  return <ActionButtons actions={actions} prefilledOf={prefilledOf} />
}

/**
 * Shows the actions without a subject whose names begin with one of the words, such as `staff invite`. Their fields
 * begin with the filters of the same names in the page's address.
 */
export function PartActions({ words }: { words: readonly string[] }) {
  const filters = Object.fromEntries(new URLSearchParams(useSearch()))
  const actions = useActions().filter(
    ({ name, subject }) => subject === null && words.includes(firstWord(name)),
  )
  return <ActionButtons actions={actions} prefilledOf={() => ({})} initial={filters} />
}

/** Returns the first word of an action's name. */
export const firstWord = (name: string) => name.split(' ')[0] ?? ''

type ActionButtonsProps = {
  actions: readonly ShownAction[]
  prefilledOf: (action: ShownAction) => Typed
  /** Texts with which fields of these names begin. */
  initial?: Typed
}

const noTexts: Typed = {}

export function ActionButtons({ actions, prefilledOf, initial = noTexts }: ActionButtonsProps) {
  const [opened, setOpened] = useState<ShownAction | null>(null)
  // The outcome of an action stays when the action has become senseless.
  if (actions.length === 0 && opened === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button key={action.name} variant="outline" size="small" onClick={() => setOpened(action)}>
          {action.title}
        </Button>
      ))}
      {opened === null ? null : (
        <ActionDialog
          key={opened.name}
          action={opened}
          prefilled={prefilledOf(opened)}
          initial={initial}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
