// Defines the command that writes the evidence about a disputed payment for the cardholder's bank.
import { evidenceText } from '#features/evidence/evidence-text.ts'
import { type Evidence, readEvidence } from '#features/evidence/read-evidence.ts'
import { runStarted } from '#operator/audit/audited-run.ts'
import { findSubjects } from '#operator/audit/find-subjects.ts'
import { failed } from '#operator/audit/outcomes.ts'
import { underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { readChange } from '#operator/signature.ts'
import { withServices } from '#operator/with-services.ts'
import type { Command, Outcome } from './command.ts'

export const purchasesEvidence: Command = underNumbersKey({
  name: 'purchases evidence',
  usage: '"TXID|ID OF THE CARD PROVIDER" FILE [--by NAME] [--reason TEXT]',
  example: 'CP-7K2M-9QXF-4HJD evidence.md --by ada --reason "A dispute"',
  summary: 'writes what a bank asks for about a payment by card into a new file',
  file: { at: 1, use: 'write' },
  run: async (context) => {
    const signature = readChange(context, 'optional')
    if ('lines' in signature) return signature
    const [text = '', path = ''] = context.words
    assertNewFile(path)
    const subjects = await findSubjects(context, text)
    if ('lines' in subjects) return subjects
    const [purchase, other] = subjects.purchases
    if (purchase === undefined) return failed('There is no such purchase.')
    if (other !== undefined) return failed('That names several purchases: say which.')
    const about = [purchase.tx_id, purchase.buyer_id]
    const entry = { ...signature, command: purchasesEvidence.name, about }
    return withServices(context, async (services) => {
      const evidence = await readEvidence(services, purchase.id)
      if (evidence === null || evidence.purchase.card_minor === 0) {
        return failed('No card paid for this purchase: no bank can dispute it.')
      }
      // Writes the audit row first, so that no file is written without it.
      return runStarted(context, entry, () => writeFile(path, evidence))
    })
  },
})

async function writeFile(path: string, evidence: Evidence): Promise<Outcome> {
  await writeNewFile(path, evidenceText(evidence, new Date()), 0o600)
  const isCardKnown = evidence.card !== null
  const { tx_id } = evidence.purchase
  const lines = [
    `Wrote ${path}. It holds personal data: hand it to the bank, delete it.`,
    ...(isCardKnown ? [] : ['The card provider did not say which card it was.']),
  ]
  return { ok: true, lines, json: { ok: true, tx_id, file: path, is_card_known: isCardKnown } }
}
