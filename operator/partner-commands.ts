// Commands about partner programmes: who may sign for one, and a credit by the operator's own hand.
// A secret is printed once; nothing here can print it again.
import { partnerProblems } from '#features/partners/contract.ts'
import { creditAsOperator } from '#features/partners/operator-credit.ts'
import {
  createTerminal,
  listTerminals,
  type NewTerminal,
  revokeTerminal,
  rotateTerminal,
} from '#features/partners/partner-terminals.ts'
import type { Command, Context, Outcome } from '#operator/command.ts'
import { failed } from '#operator/outcomes.ts'
import { answerOf } from '#platform/http/errors.ts'
import { deriveKeys } from '#platform/keys.ts'
import { isProblem } from '#values/problem.ts'

/** The shape that the database demands too. */
const programmeShape = /^[a-z0-9][a-z0-9-]{0,62}$/
const holderNameMaxLength = 120

const onWire = ({ terminalId, secret, programmeId }: NewTerminal) => ({
  terminal_id: terminalId,
  secret,
  program_id: programmeId,
})

const secretLines = ({ terminalId, secret }: NewTerminal) => [
  `Terminal ${terminalId}`,
  `Secret ${secret}`,
  'Hand the secret over now: it is not shown again.',
]

export const partnersCreate: Command = {
  name: 'partners create',
  takes: '--name NAME --program ID',
  does: 'makes a terminal that signs for a programme, and the programme if it is missing',
  wordCount: 0,
  options: ['name', 'program'],
  run: async ({ db, settings, options }) => {
    const holderName = options.name?.trim() ?? ''
    const programmeId = options.program ?? ''
    if (holderName === '' || holderName.length > holderNameMaxLength) {
      return failed(`--name is 1 to ${holderNameMaxLength} characters.`)
    }
    if (!programmeShape.test(programmeId)) {
      return failed('--program is 1 to 63 small letters, digits and hyphens.')
    }
    const made = await createTerminal(db, deriveKeys(settings.secretKey), {
      holderName,
      programmeId,
      creditLineMinor: settings.partnerCreditLineMinor,
    })
    const first = `${holderName} may fund wallets from the ${made.programmeIsNew ? 'new ' : ''}programme ${programmeId}.`
    return { ok: true, lines: [first], secretLines: secretLines(made), json: onWire(made) }
  },
}

export const partnersList: Command = {
  name: 'partners list',
  takes: '',
  does: 'lists programmes and the terminals that sign for them, or did',
  wordCount: 0,
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

export const partnersRotate: Command = {
  name: 'partners rotate',
  takes: 'TERMINAL_ID',
  does: 'makes a successor; both sign for PARTNER_ROTATION_HOURS, then only the new one',
  wordCount: 1,
  run: async ({ db, settings, words: [terminalId = ''] }) => {
    const { partnerRotationHours, secretKey } = settings
    const keys = deriveKeys(secretKey)
    const made = await rotateTerminal(db, keys, terminalId, partnerRotationHours)
    if (made === null) return failed(`No terminal ${terminalId} is in use.`)
    const until = made.formerUntil.toISOString()
    return {
      ok: true,
      lines: [`${terminalId} signs until ${until}.`],
      secretLines: secretLines(made),
      json: { ...onWire(made), former_terminal_id: terminalId, former_until: until },
    }
  },
}

export const partnersRevoke: Command = {
  name: 'partners revoke',
  takes: 'TERMINAL_ID',
  does: 'ends a terminal at once',
  wordCount: 1,
  run: async ({ db, words: [terminalId = ''] }) => {
    if (!(await revokeTerminal(db, terminalId))) {
      return failed(`There is no terminal ${terminalId}.`)
    }
    const line = `${terminalId} signs nothing from now on.`
    return { ok: true, lines: [line], json: { ok: true, terminal_id: terminalId } }
  },
}

export const walletCredit: Command = {
  name: 'wallet credit',
  takes: '--phone PHONE --amount AMOUNT --currency CODE --program ID [--source TEXT]',
  does: 'puts money of a programme into a person’s wallet',
  wordCount: 0,
  options: ['phone', 'amount', 'currency', 'program', 'source'],
  run: creditByHand,
}

async function creditByHand({ db, settings, options }: Context): Promise<Outcome> {
  const { phone = '', amount = '', currency = '', program = '' } = options
  const entry = await creditAsOperator(db, settings.partnerCreditMaxMinor, program, {
    phone,
    // Not Number() of anything: it reads '' as 0 and '0x10' as 16.
    amount: /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : Number.NaN,
    currency,
    source: options.source ?? 'Carbon Passport',
  })
  if (isProblem(entry)) return failed(String(answerOf(partnerProblems, entry).body.error))
  const line = `Credited ${amount} ${currency}; the wallet can spend ${entry.balance} now.`
  return { ok: true, lines: [line], json: entry }
}
