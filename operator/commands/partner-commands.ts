// Defines the commands about partner programmes: their terminals, and a credit by the operator. A
// secret is printed once and cannot be printed again.

import { creditAsOperator, debitAsOperator } from '#features/partners/operator-credit.ts'
import {
  createTerminal,
  listTerminals,
  type NewTerminal,
  revokeTerminal,
  rotateTerminal,
} from '#features/partners/partner-terminals.ts'
import { partnerProblems } from '#features/partners/partners-calls.ts'
import { walletProblems } from '#features/wallet/wallet-calls.ts'
import { failed, refusedFor } from '#operator/audit/outcomes.ts'
import { readChange, readSignature } from '#operator/signature.ts'
import { signed } from '#operator/signed-command.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { answerOf } from '#platform/http/errors.ts'
import { deriveKeys } from '#platform/keys.ts'
import { isProblem } from '#values/problem.ts'
import { onlyPhoneOf } from '#values/text/phone-spellings.ts'
import type { Command, Context, Outcome } from './command.ts'
import { readProgramme, readTitle } from './programme-words.ts'

const toJson = ({ terminalId, secret, programmeId }: NewTerminal) => ({
  terminal_id: terminalId,
  secret,
  program_id: programmeId,
})

const secretLines = ({ terminalId, secret }: NewTerminal) => [
  `Terminal ${terminalId}`,
  `Secret ${secret}`,
  'Hand the secret over now: it is not shown again.',
]

export const partnersCreate = signed(
  {
    name: 'partners create',
    usage: '--name NAME --program ID',
    example: '--name "Green Bank" --program green-bank --by ada',
    optionTexts: {
      name: 'the name of the partner, as people see it',
      program: 'the id of the programme that the terminal signs for',
    },
    summary: 'makes a terminal that signs for a programme, and the programme if it is missing',
    run: async ({ db, settings, options }) => {
      const holderName = readTitle(options.name)
      if (typeof holderName !== 'string') return holderName
      const programmeId = readProgramme(options.program, '--program')
      if (typeof programmeId !== 'string') return programmeId
      const { sellerCurrency: currency, secretKey } = settings
      const terminal = { holderName, programmeId, currency }
      const created = await createTerminal(db, deriveKeys(secretKey), terminal)
      if (isProblem(created)) return refusedFor(created)
      const first = `${holderName} may fund wallets from the ${created.programmeIsNew ? 'new ' : ''}programme ${programmeId}.`
      const next = 'It gives nothing before `programmes fund` or `programmes line`.'
      const lines = created.programmeIsNew ? [first, next] : [first]
      return { ok: true, lines, secretLines: secretLines(created), json: toJson(created) }
    },
  },
  { reason: 'optional', about: ({ options: { program = '' } }) => [program] },
)

export const partnersList: Command = {
  name: 'partners list',
  usage: '',
  example: '',
  summary: 'lists programmes and the terminals that sign for them, or did',
  run: async ({ db }) => {
    const terminals = await listTerminals(db)
    const lines = terminals.map(({ program_id, terminal_id, holder_name, retires_at, signs }) => {
      if (terminal_id === null) return `${program_id}  no terminal`
      const until = retires_at === null ? '' : ` until ${retires_at.toISOString()}`
      return `${program_id}  ${terminal_id}  ${holder_name}  ${signs ? 'signs' : 'signed'}${until}`
    })
    return { ok: true, lines, json: { ok: true, terminals } }
  },
}

export const partnersRotate = signed(
  {
    name: 'partners rotate',
    usage: 'TERMINAL_ID',
    example: 'terminal_0199c4a0 --by ada',
    summary: 'makes a successor; both sign for PARTNER_ROTATION_HOURS, then only the new one',
    run: async ({ db, settings, words: [terminalId = ''] }) => {
      const { partnerRotationHours, secretKey } = settings
      const keys = deriveKeys(secretKey)
      const created = await rotateTerminal(db, keys, terminalId, partnerRotationHours)
      if (created === null) return failed(`No terminal ${terminalId} is in use.`)
      const until = created.previousUntil.toISOString()
      return {
        ok: true,
        lines: [`${terminalId} signs until ${until}.`],
        secretLines: secretLines(created),
        json: { ...toJson(created), former_terminal_id: terminalId, former_until: until },
      }
    },
  },
  { reason: 'optional', about: ({ words }) => words },
)

export const partnersRevoke = signed(
  {
    name: 'partners revoke',
    usage: 'TERMINAL_ID',
    example: 'terminal_0199c4a0 --by ada',
    summary: 'ends a terminal at once',
    run: async ({ db, words: [terminalId = ''] }) => {
      if (!(await revokeTerminal(db, terminalId))) {
        return failed(`There is no terminal ${terminalId}.`)
      }
      const line = `${terminalId} signs nothing from now on.`
      return { ok: true, lines: [line], json: { ok: true, terminal_id: terminalId } }
    },
  },
  { reason: 'optional', about: ({ words }) => words },
)

export const walletCredit: Command = {
  name: 'wallet credit',
  usage:
    '--phone PHONE --amount AMOUNT --currency CODE --program ID [--source TEXT] [--by NAME] [--reason TEXT]',
  example:
    '--phone +447400123456 --amount 5 --currency GBP --program goodwill --by ada --reason "An apology"',
  optionTexts: {
    phone: 'the number of a member',
    amount: 'the amount, such as 5 or 2.50',
    program: 'the id of the programme whose money it is',
    source: 'the source that the wallet shows; Carbon Passport unless given',
  },
  summary: 'puts money of a programme into a person’s wallet',
  run: creditByHand,
}

export const walletDebit: Command = {
  name: 'wallet debit',
  usage: 'CREDIT_ID --by NAME --reason TEXT',
  example: '0199c4d0-1111-7222-8333-444455556666 --by ada --reason "Credited twice"',
  summary: 'takes a credit back, whole and once, while its wallet can spend it',
  run: async (context) => {
    const signature = readSignature(context)
    if ('lines' in signature) return signature
    const { db, words } = context
    const entry = await debitAsOperator(db, words[0] ?? '', (tx, about, sum) =>
      writeAuditEntry(tx, { ...signature, command: walletDebit.name, about, sum }),
    )
    if (isProblem(entry)) return refusedFor(entry, partnerProblems[entry.problem].text)
    const line = `Taken back; the wallet can spend ${entry.balance} ${entry.currency} now.`
    return { ok: true, lines: [line], json: { ok: true, ...entry } }
  },
}

async function creditByHand(context: Context): Promise<Outcome> {
  const signature = readChange(context, 'wanted in production')
  if ('lines' in signature) return signature
  const { db, settings, options } = context
  const { phone = '', amount = '', currency = '', program = '' } = options
  const body = {
    phone: onlyPhoneOf(phone, settings.sellerCountry),
    // Accepts only digits and a point, because Number() reads '' as 0 and '0x10' as 16.
    amount: /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : Number.NaN,
    currency,
    source: options.source ?? 'Carbon Passport',
  }
  const max = settings.partnerCreditMaxMinor
  const entry = await creditAsOperator(db, max, program, body, (tx, about) =>
    writeAuditEntry(tx, {
      ...signature,
      command: walletCredit.name,
      about,
      sum: { amountMinor: Math.round(body.amount * 100), currency },
    }),
  )
  if (isProblem(entry)) {
    const kinds = { ...partnerProblems, ...walletProblems }
    const { status, body: refusal } = answerOf(kinds, entry)
    return { ...refusedFor(entry, String(refusal.error)), isMisuse: status === 400 }
  }
  const spendable = `the wallet can spend ${entry.balance} now`
  const line = `Credited ${amount} ${currency} as ${entry.id}; ${spendable}.`
  return { ok: true, lines: [line], json: entry }
}
