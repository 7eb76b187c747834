// Each fail point of the product's code has a name among the recorded points, and its scenario passes it.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { failPoints } from '#platform/fail-point.ts'
import { openServices } from '#server/open-services.ts'
import { readSettings } from '#server/settings/settings.ts'
import type { Stage } from '#tests/faults/fail-points-scenarios.ts'
import {
  erasurePoints,
  paymentPoints,
  purchasePoints,
  replacementPoints,
  retirementPoints,
  reversalPoints,
} from '#tests/faults/known-points.ts'
import { recordScenarios, scenarioNames } from '#tests/faults/record-scenarios.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const ofCommands = [
  erasurePoints,
  paymentPoints,
  replacementPoints,
  retirementPoints,
  reversalPoints,
]

const insist: Stage['insist'] = async (call) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await call()
    const isOpen = answer.status === 202 || answer.status >= 500
    if (!isOpen && answer.body?.code !== 'in_progress') return answer
    await pause(50)
  }
  throw new Error('no final answer')
}

it('every fail point has a name among the recorded points', () => {
  const named = [...purchasePoints.map(([step]) => step), ...ofCommands.flatMap(Object.keys)]
  for (const point of failPoints) expect(named).toContain(point)
})

it('every scenario passes the points that are known of it', async () => {
  const database = await createTestDatabase()
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SECRET_KEY: '5f'.repeat(32),
    NUMBERS_KEY: numbersKey,
    DEMO_CATALOGUE: '0',
    LOG_LEVEL: 'silent',
  }
  const product = await openProduct(env)
  const { services, close } = await openServices(readSettings(env), database.url, () => undefined)
  const recorded = await recordScenarios(product, services, insist, 1)
  for (const name of scenarioNames) {
    expect([name, recorded.get(name)?.missing]).toEqual([name, []])
    expect(recorded.get(name)?.effects.length).toBeGreaterThanOrEqual(3)
  }
  await product.remove()
  await close()
  await database.drop()
}, 300_000)
