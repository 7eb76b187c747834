// Defines the commands about partner programmes: their terminals, and a credit by the operator. A
// secret is printed once and cannot be printed again.
import {
  walletCredit as creditWallet,
  walletDebit as debitWallet,
} from '#features/operations/wallet-actions.ts'
import { listTerminals, type NewTerminal } from '#features/partners/partner-terminals.ts'
import { partnerProblems } from '#features/partners/partners-calls.ts'
import {
  partnersCreate as create,
  partnersRevoke as revoke,
  partnersRotate as rotate,
} from '#features/partners/terminal-actions.ts'
import { walletProblems } from '#features/wallet/wallet-calls.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { maySeeProgramme } from '#operator/actor.ts'
import { listed } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { withDatabase, withNumbers } from '#operator/with-services.ts'
import type { Command, Context } from './command.ts'

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

const words = { terminal: 'TERMINAL_ID' }
/** Problems of an invalid credit, such as an amount above the highest. */
const creditMisuses = Object.entries({ ...partnerProblems, ...walletProblems }).flatMap(
  ([code, { status }]) => (status === 400 ? [code] : []),
)

export const partnersCreate: Command = actionCommand({
  action: create,
  usage: '--name NAME --program ID',
  example: '--name "Green Bank" --program green-bank --reason "Contract of May"',
  optionTexts: {
    name: 'the name of the partner, as people see it',
    program: 'the id of the programme that the terminal signs for',
  },
  open: withDatabase,
  input: ({ options: { name, program } }: Context) => ({ name, program }),
  outcome: ({ details: created, input: { name } }) => {
    const { programmeId, programmeIsNew } = created
    const kind = programmeIsNew ? 'new ' : ''
    const first = `${name} may fund wallets from the ${kind}programme ${programmeId}.`
    const next = 'It gives nothing before `programmes fund` or `programmes line`.'
    const lines = programmeIsNew ? [first, next] : [first]
    return { ok: true, lines, secretLines: secretLines(created), json: toJson(created) }
  },
})

export const partnersList: Command = {
  name: 'partners list',
  access: readsPart('programmes'),
  usage: '',
  example: '',
  summary: 'lists programmes and the terminals that sign for them, or did',
  run: async ({ db, actor }) => {
    const terminals = (await listTerminals(db)).filter(({ program_id }) =>
      maySeeProgramme(actor, program_id),
    )
    const lines = terminals.map(({ program_id, terminal_id, holder_name, retires_at, signs }) => {
      if (terminal_id === null) return `${program_id}  no terminal`
      const until = retires_at === null ? '' : ` until ${retires_at.toISOString()}`
      return `${program_id}  ${terminal_id}  ${holder_name}  ${signs ? 'signs' : 'signed'}${until}`
    })
    return {
      ok: true,
      lines: listed(lines, 'No programme is listed.'),
      json: { ok: true, terminals },
    }
  },
}

export const partnersRotate: Command = actionCommand({
  action: rotate,
  usage: 'TERMINAL_ID',
  example: 'partner_Zm9vYmFy --reason "The yearly change"',
  open: withDatabase,
  input: ({ words: [terminal] }: Context) => ({ terminal }),
  words,
  outcome: ({ details: created, input: { terminal } }) => {
    const until = created.previousUntil.toISOString()
    return {
      ok: true,
      lines: [`${terminal} signs until ${until}.`],
      secretLines: secretLines(created),
      json: { ...toJson(created), former_terminal_id: terminal, former_until: until },
    }
  },
})

export const partnersRevoke: Command = actionCommand({
  action: revoke,
  usage: 'TERMINAL_ID',
  example: 'partner_Zm9vYmFy --reason "Its secret leaked"',
  open: withDatabase,
  input: ({ words: [terminal] }: Context) => ({ terminal }),
  words,
  outcome: ({ input: { terminal } }) => ({
    ok: true,
    lines: [`${terminal} signs nothing from now on.`],
    json: { ok: true, terminal_id: terminal },
  }),
})

export const walletCredit: Command = underNumbersKey(
  actionCommand({
    action: creditWallet,
    usage: '--phone PHONE --amount AMOUNT --currency CODE --program ID [--source TEXT]',
    example:
      '--phone +447400123456 --amount 5 --currency GBP --program goodwill --reason "An apology"',
    optionTexts: {
      phone: 'the number of a member',
      amount: 'the amount, such as 5 or 2.50',
      program: 'the id of the programme whose money it is',
      source: 'the source that the wallet shows; Carbon Passport unless given',
    },
    open: withNumbers,
    input: ({ options: { phone, amount, currency, program, source } }: NumbersContext) => ({
      who: phone,
      amount,
      currency,
      program,
      source,
    }),
    words: { who: '--phone' },
    misuses: creditMisuses,
    outcome: ({ details: entry, input: { amount, currency } }) => ({
      ok: true,
      lines: [
        `Credited ${amount} ${currency} as ${entry.id}; the wallet can spend ${entry.balance} now.`,
      ],
      json: entry,
    }),
  }),
)

export const walletDebit: Command = underNumbersKey(
  actionCommand({
    action: debitWallet,
    usage: 'CREDIT_ID --reason TEXT',
    example: '0199c4d0-1111-7222-8333-444455556666 --reason "Credited twice"',
    open: withNumbers,
    input: ({ words: [credit] }: NumbersContext) => ({ credit }),
    words: { credit: 'CREDIT_ID' },
    outcome: ({ details: entry }) => ({
      ok: true,
      lines: [`Taken back; the wallet can spend ${entry.balance} ${entry.currency} now.`],
      json: { ok: true, ...entry },
    }),
  }),
)
