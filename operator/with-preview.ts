// Adds --preview to a command of a file. It does the same work on a database that rolls back, and shows the outcome.
import { previewText } from '#operator/action-command.ts'
import type { Command, Context } from '#operator/commands/command.ts'
import { dryRun } from '#platform/database/roll-back.ts'

/** `work` is the command without its row of the audit trail, which a preview does not write. */
export function withPreview(
  command: Command,
  work: (context: Context) => ReturnType<Command['run']> = command.run,
): Command {
  return {
    ...command,
    usage: `${command.usage} [--preview]`,
    optionTexts: { ...command.optionTexts, preview: previewText },
    run: async (context) => {
      if (!context.flags.has('preview')) return command.run(context)
      // A preview needs no reason, as in the console, and writes none.
      const options = { ...context.options, reason: context.options.reason ?? 'Preview' }
      const { lines, json, ...outcome } = await work({
        ...context,
        ...{ options, db: dryRun(context.db) },
      })
      const note = 'This was a preview: nothing was changed.'
      return { ...outcome, lines: [...lines, note], json: { ...json, preview: true } }
    },
  }
}
