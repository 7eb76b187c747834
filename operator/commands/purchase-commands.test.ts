// Tests the commands about purchases, run as a program while the server runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { findMessages } from '#features/purchases/inspect/inspect-queries.ts'
import { reconcileOne } from '#features/purchases/inspect/reconcile-by-hand.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { setRefundsAtProvider } from '#tests/support/people/card-provider-page.ts'
import { endCharged } from '#tests/support/people/ended-purchase.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { failCards, messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { maskPhone } from '#values/text/phone-number.ts'

const bury = statement(
  'test-bury-messages',
  {},
  `update outbox set state = 'dead', attempts = 8, due_at = now() + interval '1 day',
     last_error = 'SandboxFault'
   where subject = (select id::text from purchases where tx_id = $1)`,
)
const forgetSent = statement(
  'test-forget-sent',
  {},
  'delete from sandbox_sms.messages where recipient = $1',
)

const auditOf = statement(
  'test-audit-of-purchase',
  { by_name: 'text', for_name: 'text?', command: 'text', reason: 'text?' },
  `select by_name, for_name, command, reason from audit_trail
   where $1 = any(about) and outcome = 'done' order by id`,
)
const idOf = statement('test-id', { id: 'text' }, 'select id::text from purchases where tx_id = $1')
const changeTrail = statement('test-change-audit-trail', {}, 'delete from audit_trail')

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}

async function reserved() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
  return { buyer, txId: String(body.txId) }
}

async function walletBuyer() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 50))
  await buyer.complete(body.txId)
  return { buyer, txId: String(body.txId) }
}

describe('purchases show', () => {
  it('shows states, postings, the provider’s view and messages, and no phone', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    await expect.poll(() => messagesSentTo(test.services.db, buyer.phone)).toHaveLength(1)
    const { code, stdout } = await run('purchases', 'show', txId, '--json')
    expect(code).toBe(0)
    const shown = JSON.parse(stdout)
    expect(shown).toMatchObject({
      ok: true,
      purchase: { tx_id: txId, state: 'COMPLETED', card_state: 'CAPTURED', quantity_kg: 50 },
      provider: { status: 'captured' },
      messages: [{ template: 'purchase_success', state: 'sent' }],
    })
    const legs = shown.postings.map((each: Record<string, unknown>) => [
      each.ledger,
      each.source,
      each.destination,
      each.amount,
    ])
    expect(legs).toEqual([
      ['kg', 'available', 'held', 50],
      ['GBP', 'card_clearing', 'sales', 100],
      ['kg', 'held', `holder:${buyer.id}`, 50],
    ])
    expect(stdout).not.toContain(buyer.phone)
    const { stdout: screen } = await run('purchases', 'show', txId)
    const { serial_number, created_at, expires_at, completed_at } = shown.purchase
    expect(screen).toContain(
      `50 kg of ${serial_number} for 1.00 GBP: wallet 0.00 GBP, card 1.00 GBP\n` +
        `reserved ${created_at}, lapses ${expires_at}, completed ${completed_at}\n`,
    )
    expect(screen).toMatch(/ kg {2}available -> held {2}50$/m)
    expect(screen).toMatch(/ GBP card_clearing -> sales {2}1\.00$/m)
    const looks = await test.services.db.run(auditOf, [txId])
    expect(looks.map(({ command }) => command)).toEqual(['purchases show', 'purchases show'])
    const stranger = newPhone()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const given = await inspectPurchase(test.services, await giveByCard(buyer, batch, 50, stranger))
    expect(given?.purchase.recipient).toBe(maskPhone(stranger))
    expect(JSON.stringify(given)).not.toContain(stranger)
  })

  it('fails for an unknown purchase', async () => {
    const { code, stdout } = await run('purchases', 'show', 'CP-2222-2222-2222', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
  })
})

describe('purchases reconcile', () => {
  it('completes one purchase, and sends its dead letters again', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'capture', 'unknown')
    expect((await buyer.complete(txId)).status).toBe(202)
    const settled = await run('purchases', 'reconcile', txId, '--json')
    expect(settled.code).toBe(0)
    expect(JSON.parse(settled.stdout)).toMatchObject({
      state: 'COMPLETED',
      card_state: 'CAPTURED',
      is_settled: true,
    })
    await expect.poll(() => messagesSentTo(test.services.db, buyer.phone)).toHaveLength(1)
    await test.services.db.run(bury, [txId])
    await test.services.db.run(forgetSent, [buyer.phone])
    const all = await run('purchases', 'reconcile', '--json')
    expect(JSON.parse(all.stdout).dead_letters).toEqual([
      { tx_id: txId, template: 'purchase_success', last_error: 'SandboxFault' },
    ])
    const again = await run('purchases', 'reconcile', txId, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ messages_queued_again: 1 })
    await expect
      .poll(() => messagesSentTo(test.services.db, buyer.phone).then(({ length }) => length))
      .toBeGreaterThan(0)
    // It has all its tries again.
    const [message] = await findMessages(
      test.services.db,
      await purchaseIdOf(test.services.db, txId),
    )
    expect(message?.attempts).toBeLessThan(8)
    // A sent message is not sent again.
    expect(await reconcileOne(test.services, txId)).toMatchObject({ messages_queued_again: 0 })
  })

  it('of all lists the open purchases, and exits with 1', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'capture', 'error', { calls: 2 })
    await buyer.complete(txId)
    const first = await run('purchases', 'reconcile', '--json')
    expect(first.code).toBe(1)
    await failCards(test.services.db, 'capture', 'error')
    const one = await run('purchases', 'reconcile', txId, '--json')
    expect([one.code, JSON.parse(one.stdout).is_settled]).toEqual([1, false])
    expect(JSON.parse(first.stdout).unsettled).toEqual([
      { tx_id: txId, state: 'COMPLETING', card_state: 'CAPTURING', reversal: 'none' },
    ])
    const second = await run('purchases', 'reconcile', '--json')
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ looked_at: 1, unsettled: [] })
  })
})

const noMoney = {
  currency: 'GBP',
  to_wallet: 0,
  to_programmes: 0,
  to_card: 0,
  by_bank: 0,
  paid_otherwise: 0,
  owed: 0,
}

describe('purchases refund', () => {
  const refund = (...args: readonly string[]) =>
    run('purchases', 'refund', ...args, '--json').then(({ code, stdout }) => ({
      code,
      said: JSON.parse(stdout),
    }))

  it('refunds a purchase, records operator and reason, and answers a repeat the same', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    const asked = [txId, '--by', 'Grace', '--reason', 'bought twice'] as const
    const money = { ...noMoney, to_card: 1 }
    const done = { ok: true, tx_id: txId, reversal: 'refunded', keeps_kilograms: false, money }
    expect(await refund(...asked)).toEqual({ code: 0, said: done })
    expect(await refund(...asked)).toEqual({ code: 0, said: done })
    const trail = await test.services.db.run(auditOf, [txId])
    // By the purchase's id as well.
    const [purchase] = await test.services.db.run(idOf, [txId])
    expect(await test.services.db.run(auditOf, [purchase?.id])).toEqual(trail)
    expect(trail).toEqual([
      { by_name: 'root', for_name: 'Grace', command: 'purchases refund', reason: 'bought twice' },
    ])
    const { stdout } = await run('purchases', 'show', txId)
    expect(stdout).toContain('reversal refunded: card gave back 1.00 GBP')
  })

  it('states whether wallet money came to the buyer or, after an erasure, to its programmes', async () => {
    const [member, erased] = [await walletBuyer(), await walletBuyer()]
    const code = await erased.buyer.codeFor('delete')
    await erased.buyer.signed('/api/profile', { code }, { method: 'DELETE' })
    for (const { txId, toWallet, sentence } of [
      { ...member, toWallet: 1, sentence: '1.00 GBP went back to the wallet' },
      { ...erased, toWallet: 0, sentence: '1.00 GBP went back to its programmes' },
    ]) {
      const asked = [txId, '--by', 'Grace', '--reason', 'bought twice'] as const
      const { said } = await refund(...asked)
      expect(said.money).toEqual({ ...noMoney, to_wallet: toWallet, to_programmes: 1 - toWallet })
      expect((await run('purchases', 'refund', ...asked)).stdout).toContain(sentence)
      const { stdout } = await run('purchases', 'show', txId)
      expect(stdout.includes('wallet money went on to its programmes: 1.00 GBP')).toBe(!toWallet)
      expect((await run('ledger', 'check')).code).toBe(0)
    }
  })

  it('refunds a number of kilograms, shows what went back, and refuses another way with it', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    const why = ['--reason', 'bought too many'] as const
    for (const kg of ['0', '-1', '1.5', 'some']) {
      expect((await run('purchases', 'refund', txId, '--kg', kg, ...why)).code).not.toBe(0)
    }
    const both = await refund(txId, '--kg', '5', '--keep-kilograms', ...why)
    expect(both).toMatchObject({ said: { ok: false } })
    const { stdout: preview } = await run(
      'purchases',
      'refund',
      txId,
      '--kg',
      '5',
      ...why,
      '--preview',
    )
    for (const text of ['46 to 50', '5 kg', '0.10 GBP']) expect(preview).toContain(text)
    const { stdout } = await run('purchases', 'refund', txId, '--kg', '5', ...why)
    expect(stdout).toContain('0.10 GBP went back to the card')
    expect(stdout).toContain('5 of its kilograms are gone, and the others stay')
    expect(await refund(txId, '--kg', '10', ...why)).toMatchObject({
      ...{ code: 0, said: { ok: true, reversal: 'none', refunded_kg: 15 } },
    })
    expect((await run('purchases', 'refund', txId, '--kg', '36', ...why)).stdout).toContain(
      'This purchase has fewer kilograms.',
    )
    expect((await run('purchases', 'show', txId)).stdout).toContain('refunded in part: 15 kg')
    const { stdout: trail } = await run('audit', 'list', '--about', txId, '--json')
    expect(JSON.parse(trail).entries).toContainEqual(
      expect.objectContaining({ amount_minor: 20, kilograms: 10 }),
    )
  })

  it('records the sum and the kilograms of each refund, retry and payment', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    const id = await purchaseIdOf(test.services.db, txId)
    await setRefundsAtProvider(test.services.db, id, 'failed')
    await refund(txId, '--reason', 'bought twice')
    await refund(txId, '--reason', 'again')
    await refund(txId, '--reason', 'by bank', '--paid', 'bank')
    const { stdout } = await run('audit', 'list', '--about', txId, '--json')
    const money = { amount: 1, amount_minor: 100, currency: 'GBP' }
    expect(JSON.parse(stdout).entries).toMatchObject([
      { command: 'purchases refund --paid', ...money, kilograms: 0 },
      { command: 'purchases refund', ...money, kilograms: 0 },
      { command: 'purchases refund', ...money, kilograms: 50 },
    ])
    const { stdout: lines } = await run('audit', 'list', '--about', txId)
    expect(lines).toContain('done, 1.00 GBP, 50 kg  bought twice')
  })

  it('lists the failed refund of a purchase that ended without completing', async () => {
    const { buyer, txId } = await reserved()
    const id = await purchaseIdOf(test.services.db, txId)
    await setRefundsAtProvider(test.services.db, id, 'failed')
    await endCharged(test.services, buyer, txId, 'EXPIRED')
    const { stdout } = await run('purchases', 'list', '--state', 'refund_failed')
    expect(stdout).toMatch(new RegExp(`${txId}  EXPIRED .*owed 1.00`))
    const paid = await run('purchases', 'refund', txId, '--reason', 'sorry', '--paid', 'bank')
    expect(paid.stdout).toContain('1.00 GBP was paid in another way, it never had kilograms.')
  })

  it('is not done while the card provider still has the money, and says so', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    await failCards(test.services.db, 'refund', 'error')
    expect(await refund(txId, '--reason', 'bought twice')).toEqual({
      code: 1,
      said: {
        ...{ ok: false, tx_id: txId, reversal: 'refunding', keeps_kilograms: false },
        money: { ...noMoney, owed: 1 },
      },
    })
    const { stdout } = await run('purchases', 'show', txId)
    expect(stdout).toContain(
      'reversal refunding: card gave back 0.00 GBP, lost 0.00 GBP, owed 1.00 GBP',
    )
  })

  it('names a failed refund, and pays it into the wallet or records another payment', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    await setRefundsAtProvider(
      test.services.db,
      await purchaseIdOf(test.services.db, txId),
      'failed',
    )
    const why = ['--reason', 'bought twice'] as const
    const failed = await run('purchases', 'refund', txId, ...why)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('1.00 GBP did not reach the buyer')
    const { stdout: list } = await run('purchases', 'list', '--state', 'refund_failed')
    expect(list).toContain(`${txId}  REFUNDED   `)
    expect(list).toContain('owed 1.00')
    const both = await refund(txId, ...why, '--to-wallet', '--paid', 'bank')
    expect(both).toMatchObject({ code: 2, said: { error: expect.stringContaining('Give one of') } })
    const card = await refund(txId, ...why, '--paid', '4242 4242 4242 4242')
    expect(card).toMatchObject({ code: 2, said: { error: expect.stringContaining('card number') } })
    const paid = await refund(txId, ...why, '--to-wallet')
    expect(paid).toMatchObject({ code: 0, said: { money: { ...noMoney, paid_otherwise: 1 } } })
    expect(await refund(txId, ...why, '--to-wallet')).toEqual(paid)
    const other = await refund(txId, ...why, '--paid', 'bank')
    expect(other).toMatchObject({ code: 1, said: { code: 'refund_paid' } })
    const { stdout } = await run('purchases', 'show', txId)
    expect(stdout).toContain('paid in another way: 1.00 GBP')
  })

  it('refuses a missing reason, a number in the reason, and an unknown purchase', async () => {
    const { buyer, txId } = await reserved()
    expect(await refund(txId, '--by', 'Grace', '--reason', 'x')).toMatchObject({
      code: 1,
      said: {
        error: 'Only a completed purchase is refunded, or one whose card was charged in vain.',
      },
    })
    await buyer.complete(txId)
    expect(await refund(txId)).toMatchObject({ said: { error: '--reason TEXT is required.' } })
    const withPhone = ['--reason', `asked from ${buyer.phone}`] as const
    expect((await refund(txId, '--by', 'Grace', ...withPhone)).said.error).toContain('phone')
    expect(await refund('CP-0000-0000-0000', '--reason', 'x')).toMatchObject({
      code: 1,
      said: { error: 'There is no such purchase.' },
    })
    expect(await test.services.db.run(auditOf, [txId])).toEqual([])
  })

  it('cannot change the audit trail', async () => {
    await expect(test.services.db.run(changeTrail)).rejects.toThrow('insert-only')
  })
})

describe('purchases list', () => {
  it('lists by state and start, including goodwill', async () => {
    const since = new Date().toISOString()
    const { txId: pending } = await reserved()
    const { buyer, txId: kept } = await reserved()
    await buyer.complete(kept)
    await run('purchases', 'refund', kept, '--reason', 'sorry', '--keep-kilograms')
    const list = async (...args: readonly string[]) => {
      const { stdout } = await run('purchases', 'list', ...args, '--json')
      const { purchases } = JSON.parse(stdout)
      return purchases.map(({ tx_id }: { readonly tx_id: string }) => tx_id)
    }
    expect(await list('--since', since)).toEqual([kept, pending])
    expect(await list('--since', since, '--state', 'pending')).toEqual([pending])
    expect(await list('--since', since, '--state', 'GOODWILL')).toEqual([kept])
    const { code, stdout } = await run('purchases', 'list', '--state', 'lost', '--json')
    expect([code, JSON.parse(stdout).error]).toEqual([2, expect.stringContaining('--state takes')])
    const { stdout: screen } = await run('purchases', 'show', kept)
    expect(screen).toContain('reversal refunded, kilograms kept: card gave back 1.00 GBP')
  })
})
