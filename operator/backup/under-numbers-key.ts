// Runs a command that uses phone hashes, or does the server's work, only under the database's own
// NUMBERS_KEY. Under another key it would find no person, and write rows that no later process
// finds.
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
