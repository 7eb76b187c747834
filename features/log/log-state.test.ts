// Tests the state of the log with its witnesses, from stored rows: who they are, how many are needed, and which of them
// have cosigned.
import { expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { readLogState, readWitnessedState } from './read-log-state.ts'
import { signCheckpoint, signerOf } from './tree/signed-note.ts'
import { cosign, createWitnessSigner, witnessKeyText } from './witness/cosignature.ts'
import { readPolicy } from './witness/policy.ts'

const log = signerOf('a.example/log', Buffer.alloc(32, 1))
const signers = ['w.example/a', 'w.example/b', 'w.example/b'].map((name, at) =>
  createWitnessSigner(name, Buffer.alloc(32, at + 2)),
)
const policyText = (quorum: string) =>
  [...signers.map((key, at) => `witness W${at} ${witnessKeyText(key)}`), quorum].join('\n')
const policy = readPolicy(policyText('group G 2 W0 W1 W2\nquorum G'))
const seconds = 1_800_000_000
const nowMs = seconds * 1_000

const root = Buffer.alloc(32, 7)
const signed = signCheckpoint(40, root, log)
const text = signed.slice(0, signed.lastIndexOf('\n\n') + 1)
const cosigned = (...witnesses: readonly number[]) =>
  signed +
  witnesses
    .map((at) => cosign(text, signers[at] ?? (log as never), seconds - 60 * at))
    .map((line) => `${line}\n`)
    .join('')
const head = {
  ...{ number: 1, origin: 'a.example/log', size: 50, public_key: log.publicKey },
  ...{ checkpoint: signCheckpoint(50, Buffer.alloc(32, 8), log) },
  ...{ witnessed_size: null as number | null, witnessed_checkpoint: null as string | null },
}
const state = { origin: 'a.example/log', size: 50, root: Buffer.alloc(32, 8).toString('base64') }
const stateOf = async (row: Partial<typeof head>, by: typeof policy | undefined = policy) =>
  readWitnessedState(databaseOf({ 'find-log-head': [[{ ...head, ...row }]] }).db, by, nowMs)
const witnessed = (checkpoint: string) => ({ witnessed_size: 40, witnessed_checkpoint: checkpoint })

it('without a log there is none', async () => {
  expect(await readLogState(databaseOf({}).db)).toBeNull()
  expect(await readWitnessedState(databaseOf({}).db, policy, nowMs)).toBeNull()
  const { db, valuesOf } = databaseOf({ 'find-log-head': [[head]] })
  expect(await readLogState(db)).toEqual(state)
  expect(valuesOf('find-log-head')).toEqual([[null]])
})

it('without a policy has no witnesses', async () => {
  const { db } = databaseOf({ 'find-log-head': [[{ ...head, ...witnessed(cosigned(0, 1)) }]] })
  expect(await readWitnessedState(db, undefined, nowMs)).toEqual({ ...state, witnessing: null })
})

it('has each name of the policy once, and those that have cosigned, with the newest time', async () => {
  const names = ['w.example/a', 'w.example/b']
  const known = { names, quorum: 2, isUnknown: false }
  expect(await stateOf(witnessed(cosigned(0, 1)))).toEqual({
    ...state,
    witnessing: { ...known, cosigned: { size: 40, names, at: new Date(nowMs) } },
  })
  expect((await stateOf(witnessed(cosigned(1, 2))))?.witnessing).toEqual({
    ...known,
    cosigned: { size: 40, names: ['w.example/b'], at: new Date(nowMs - 120_000) },
  })
})

it('names none below the quorum of a policy that has changed since', async () => {
  const witnessing = { names: ['w.example/a', 'w.example/b'], quorum: 2, cosigned: null }
  for (const row of [witnessed(cosigned(0)), { ...witnessed(signed), number: 2 }]) {
    expect((await stateOf(row))?.witnessing).toEqual({ ...witnessing, isUnknown: false })
  }
})

it('is unknown to its witnesses after a restore alone', async () => {
  const unknown = async (number: number) => (await stateOf({ number }))?.witnessing?.isUnknown
  expect([await unknown(1), await unknown(2)]).toEqual([false, true])
})

it('needs no more witnesses than it has names', async () => {
  const all = readPolicy(policyText('group G all W0 W1 W2\nquorum G'))
  expect((await stateOf({}, all))?.witnessing).toEqual({
    ...{ names: ['w.example/a', 'w.example/b'], quorum: 2, cosigned: null, isUnknown: false },
  })
})
