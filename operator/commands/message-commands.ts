// Defines the command that lists messages and their status. It only reads, and masks phone numbers.
import { listMessages } from '#features/messages/list-messages.ts'
import { readsPart } from '#operator/access.ts'
import { listed, messageFate } from '#operator/audit/outcomes.ts'
import type { Command } from './command.ts'

export const messagesList: Command = {
  name: 'messages list',
  access: readsPart('people'),
  usage: '[--dead]',
  example: '--dead',
  optionTexts: {
    dead: 'only messages that were given up',
  },
  summary: 'lists messages, newest first; --dead: those that were given up',
  run: async ({ db, flags }) => {
    const messages = await listMessages(db, flags.has('dead'))
    const lines = messages.map(
      (message) =>
        `${message.created_at}  ${message.template}  ${message.tx_id ?? '-'}  ${messageFate(message)}`,
    )
    return {
      ok: true,
      lines: listed(lines, 'No such message is stored.'),
      json: { ok: true, messages },
    }
  },
}
