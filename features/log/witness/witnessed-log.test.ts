// Tests a log with its witness as an outsider sees them: the served checkpoint satisfies a policy, and no other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { verifyLog } from '#features/log/verify/verify-log.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createWitnessSigner, witnessKeyText } from './cosignature.ts'
import { readPolicy } from './policy.ts'
import { serveWitness } from './serve-witness.ts'
import { openWitnessState } from './witness-state.ts'

const seed = Buffer.alloc(32, 11)
const log = signerOf('passport.example/log', seed)

let folder: string
let test: TestApp
let policyText: string
let stopWitness: () => void
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witnessed-'))
  const state = openWitnessState(join(folder, 'state'), () => '')
  const signer = createWitnessSigner('witness.example/w', state.seed)
  const address = { host: '127.0.0.1', port: await freePort() }
  const server = await serveWitness({ logs: [log], signer, state }, address, Date.now)
  stopWitness = () => {
    server.closeAllConnections()
    server.close()
    state.close()
  }
  policyText = [
    `log ${verifierText(log)}`,
    `witness one ${witnessKeyText(signer)} http://127.0.0.1:${address.port}/`,
    'quorum one',
  ].join('\n')
  await writeFile(join(folder, 'policy'), `${policyText}\n`)
  test = await startTestApp({
    DATA_DIR: folder,
    LOG_KEY: seed.toString('hex'),
    LOG_ORIGIN: log.name,
    LOG_WITNESSES: join(folder, 'policy'),
  })
})
afterAll(async () => {
  await test.close()
  stopWitness()
  await rm(folder, { recursive: true })
})

const verify = (text: string) =>
  verifyLog(folder, `${test.url}/log`, { policy: readPolicy(text) }).catch(() => null)

it('is cosigned as it grows, and a policy of other witnesses is not satisfied', async () => {
  for (const size of [1, 2]) {
    await issueTestBatch(test.services.db, { kg: 1_000 })
    await expect
      .poll(async () => {
        const verified = await verify(policyText)
        return verified?.faults.length === 0 && verified.size >= size && verified.witnessNames
      })
      .toEqual(['one'])
  }
  const other = createWitnessSigner('other.example/w', Buffer.alloc(32, 12))
  const strangers = policyText.replace(/witness one \S+/, `witness one ${witnessKeyText(other)}`)
  expect((await verify(strangers))?.faults).toEqual([
    'The checkpoint is signed by the log, but not by the quorum of the policy. No witness of it has cosigned.',
  ])
  const otherLog = verifierText(signerOf(log.name, Buffer.alloc(32, 13)))
  const namesOther = policyText.replace(/^log \S+/, `log ${otherLog}`)
  await expect(
    verifyLog(folder, `${test.url}/log`, { policy: readPolicy(namesOther) }),
  ).rejects.toThrow('The policy names no log with the key')
})

it('publishes the policy of its witnesses, without their addresses', async () => {
  const answer = await fetch(`${test.url}/log/policy`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const [logLine, witness, quorum] = policyText.split('\n')
  const withoutAddress = witness?.replace(/ http:\S+$/, '')
  expect(await answer.text()).toBe(`${[logLine, withoutAddress, quorum].join('\n')}\n`)
})
