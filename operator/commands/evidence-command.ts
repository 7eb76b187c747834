// Defines the command that writes the evidence about a disputed payment for the cardholder's bank.
import { purchasesEvidence as writeEvidence } from '#features/evidence/evidence-actions.ts'
import { actionCommand } from '#operator/action-command.ts'
import { findSubjects } from '#operator/audit/find-subjects.ts'
import { failed } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { withServices } from '#operator/with-services.ts'
import type { Command } from './command.ts'

const fileOf = ({ words: [, path = ''] }: NumbersContext) => path

export const purchasesEvidence: Command = underNumbersKey(
  actionCommand({
    action: writeEvidence,
    usage: '"TXID|ID OF THE CARD PROVIDER" FILE',
    example: 'CP-7K2M-9QXF-4HJD evidence.md --reason "A dispute"',
    file: { at: 1, use: 'write' },
    open: withServices,
    prepare: (context) => assertNewFile(fileOf(context)),
    input: async (context) => {
      const subjects = await findSubjects(context, context.words[0] ?? '')
      if ('lines' in subjects) return subjects
      const [purchase, other] = subjects.purchases
      if (purchase === undefined) return failed('There is no such purchase.')
      if (other !== undefined) return failed('That names several purchases: say which.')
      return { tx_id: purchase.tx_id }
    },
    outcome: async ({ details: { tx_id, is_card_known }, secrets }, context) => {
      const path = fileOf(context)
      await writeNewFile(path, secrets[0]?.after ?? '', 0o600)
      const lines = [
        `Wrote ${path}. It holds personal data: hand it to the bank, delete it.`,
        ...(is_card_known ? [] : ['The card provider did not say which card it was.']),
      ]
      return { ok: true, lines, json: { ok: true, tx_id, file: path, is_card_known } }
    },
  }),
)
