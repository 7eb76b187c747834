// Wraps a command whose use case has its own transactions. The audit row is written before the use case
// begins, so that no change lacks a row.

import { runStarted } from '#operator/audit/audited-run.ts'
import { failed } from '#operator/audit/outcomes.ts'
import type { Command, Context } from '#operator/commands/command.ts'
import { type Reason, readChange } from '#operator/signature.ts'
import { writeAuditOutcome } from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'

type Signing = {
  readonly reason: Reason
  /** Returns the ids of the command's subjects, and names of files; never a phone number. */
  readonly about: (context: Context) => readonly string[]
}

const noNumber = 'This command takes no phone number, and the audit trail keeps none.'

export function signed<Own extends Context = Context>(
  command: Command<Own>,
  { reason, about }: Signing,
): Command<Own> {
  const reasonUsage = command.usage.includes('--reason TEXT') ? '' : '[--reason TEXT]'
  return {
    ...command,
    writesOutcome: true,
    usage: `${command.usage} ${reasonUsage}`.trim(),
    run: async (context) => {
      const signature = readChange(context, reason)
      if ('lines' in signature) return signature
      const subjects = about(context)
      if (subjects.some((each) => canonicalPhone(each) !== null)) {
        const storedSubjects = subjects.map(keptSubject).filter((subject) => subject !== null)
        const entry = { ...signature, command: command.name, about: storedSubjects }
        await writeAuditOutcome(context.db, entry, { outcome: 'refused', detail: noNumber })
        return failed(noNumber)
      }
      const entry = { ...signature, command: command.name, about: subjects }
      return runStarted(context, entry, () => command.run(context))
    },
  }
}
