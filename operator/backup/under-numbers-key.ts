// Runs a command that uses phone hashes, or does the server's work, only under the NUMBERS_KEY of its
// database. Under another key it would find no person, and write rows that no later process finds.
import type { Command, Context } from '#operator/commands/command.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { openKnownNumberKeys } from '#server/start/own-number-keys.ts'

export type NumbersContext = Context & { readonly numbers: NumberKeys }

/**
 * Returns the command with a check of the key. Under a wrong key it throws before anything is changed
 * or recorded.
 */
export function underNumbersKey(command: Command<NumbersContext>): Command {
  return {
    ...command,
    run: async (context) => {
      const numbers = await openKnownNumberKeys(context.db, context.settings)
      return command.run({ ...context, numbers })
    },
  }
}
