// Commands that know people by what stands for their numbers, or do as the server does: under another
// NUMBERS_KEY than the database's they would find nobody, and write what nobody finds.
import type { Command, Context } from '#operator/commands/command.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { openKnownNumberKeys } from '#server/start/own-number-keys.ts'

export type NumbersContext = Context & { readonly numbers: NumberKeys }

/** Under a wrong key the call fails before anything is changed or written down. */
export function underNumbersKey(command: Command<NumbersContext>): Command {
  return {
    ...command,
    run: async (context) => {
      const numbers = await openKnownNumberKeys(context.db, context.settings)
      return command.run({ ...context, numbers })
    },
  }
}
