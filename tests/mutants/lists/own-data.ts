// Faults of one’s own data: the export, the deletion, another number.
import type { FaultyFile } from '../fault.ts'

export const ownData: readonly FaultyFile[] = [
  {
    file: 'features/wallet/wallet-own-data-queries.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells what can be spent as what is set aside',
        find: "money('w.held_minor', 'w.currency')",
        replace: "money('w.balance_minor', 'w.currency')",
      },
      {
        fault: 'an export tells every credit as taken back',
        find: "'taken back', r.created_at",
        replace: "'taken back', c.created_at",
      },
      {
        fault: 'an export tells a programme’s id as the source',
        find: "'from', c.source",
        replace: "'from', c.programme_id",
      },
    ],
  },
  {
    file: 'features/people/people-own-data.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'the first and last name stay of who is erased',
        find: 'first_name = null, last_name = null, nickname',
        replace: 'first_name = null, nickname',
      },
      {
        fault: 'the devices stay of who is erased',
        find: '    await tx.run(eraseDevices, [passportId])\n',
        replace: '',
      },
      {
        fault: 'who is erased stays on the boards',
        find: '     hide_from_leaderboards = true, erased_at',
        replace: '     erased_at',
      },
    ],
  },
  {
    file: 'features/messages/message-own-data.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'notices about who is erased stay',
        find: "any('{new_device,number_left,number_taken}')",
        replace: "any('{number_left,number_taken}')",
      },
      {
        fault: 'codes that an erased person had sent to other numbers stay',
        find: "   or (split_part(subject, '/', 3) = $1::text\n     and template = any('{${Object.values(codeTemplates)}}'))`",
        replace: '`',
      },
    ],
  },
  {
    file: 'features/own-data/file-erasures.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'anybody on the machine reads who was erased',
        find: "open(file, 'a', 0o600)",
        replace: "open(file, 'a', 0o644)",
      },
      {
        fault: 'anybody on the machine looks for who was erased',
        find: 'mode: 0o700',
        replace: 'mode: 0o755',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-queries.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'each erasure is written down again and again',
        find: 'where filed_at is null order',
        replace: 'where true order',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-routes.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'a deletion may be played again',
        find: "      const fresh = await recordNonces(db, [nonceOf(request)])\n      if (fresh.size === 0) return sendProblem(reply, problem('replayed'))\n      const caller = callerOf(request, settings)\n      const refused",
        replace: '      const caller = callerOf(request, settings)\n      const refused',
      },
      {
        fault: 'the cookie of who is erased stays in the browser',
        find: '      clearSessionCookie(reply, settings)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/messages/forget-messages.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'a provider that is away is asked to forget without a pause',
        find: 'await db.run(putBack, [id, waitAfter(attempts)])',
        replace: 'await db.run(putBack, [id, 0])',
      },
    ],
  },
  {
    file: 'features/messages/message-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'notices are missing among one’s messages',
        find: "  or (o.recipient = 'holder' and split_part(o.subject, '/', 1) = $1::uuid::text)\n",
        replace: '',
      },
      {
        fault: 'messages of gifts that one got are missing among one’s messages',
        find: 'id::text from purchases where holder_id = $1::uuid and is_gift',
        replace: 'id::text from purchases where holder_id = $1::uuid and not is_gift',
      },
    ],
  },
  {
    file: 'features/own-data/export-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'a code opens exports for ten minutes only',
        find: 'codeLifeSeconds = 900',
        replace: 'codeLifeSeconds = 600',
      },
      {
        fault: 'three exports an hour',
        find: 'windowSeconds: day, max: exportsPerDay',
        replace: 'windowSeconds: 3_600, max: exportsPerDay',
      },
      {
        fault: 'one code opens the export again and again',
        find: "    if (!(await consumeCode(tx, right))) return problem('invalid_code')\n",
        replace: '',
      },
      {
        fault: 'nobody learns when the next export is to be had',
        find: "problem('rate_limited', { retryAfterSeconds: wait })",
        replace: "problem('rate_limited')",
      },
    ],
  },
  {
    file: 'features/own-data/change-number.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a passport moves to a number that gets no SMS',
        find: ' || isRefusedNumber(phone, services.settings)',
        replace: '',
      },
      {
        fault: 'a passport moves to the number that it has',
        find: 'phone === null || phone === viewer.phone || isRefused',
        replace: 'phone === null || isRefused',
      },
      {
        fault: 'the wrong one of two codes is named',
        find: "fields: { field: 'code' }",
        replace: "fields: { field: 'new_code' }",
      },
      {
        fault: 'one own code moves a passport twice at once',
        find: 'if (used.includes(false)) return',
        replace: 'if (!used.includes(true)) return',
      },
      {
        fault: 'a gift that completes during a move goes on waiting',
        find: '  await lockNumbers(tx, [former, phone])\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/move-to-number.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a number’s perks come again to who moves to it',
        find: '  await withholdPerks(tx, [{ number: numbers.hashOf(phone), passportId }])\n',
        replace: '',
      },
      {
        fault: 'gifts arrive before the perks of the new number are withheld',
        find: '  await withholdPerks(tx, [{ number: numbers.hashOf(phone), passportId }])\n  await receiveGifts(tx, [{ passportId, phone }])\n',
        replace:
          '  await receiveGifts(tx, [{ passportId, phone }])\n  await withholdPerks(tx, [{ number: numbers.hashOf(phone), passportId }])\n',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-routes.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a move to another number may be played again',
        find: "      const fresh = await recordNonces(db, [nonceOf(request)])\n      if (fresh.size === 0) return sendProblem(reply, problem('replayed'))\n      const caller = callerOf(request, settings)\n      const user",
        replace: '      const caller = callerOf(request, settings)\n      const user',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-routes.ts',
    tests: ['features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'the end of a session may be played again',
        find: "        if (fresh.size === 0) return problem('replayed')\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/move-for-owner.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'a move stays announced that took place',
        find: '  await endAnnouncedMove(tx, passportId)\n',
        replace: '',
      },
      {
        fault: 'a passport moves to another number than was announced',
        find: 'const isOther = move === null || move.phone !== phone',
        replace: 'const isOther = move === null',
      },
      {
        fault: 'the operator moves a passport to a number that gets no SMS',
        find: ' || isRefusedNumber(phone, settings)',
        replace: '',
      },
      {
        fault: 'a passport’s own number is told to be another’s',
        find: 'phone === order.former || ',
        replace: '',
      },
      {
        fault: 'the operator moves an erased passport',
        find: "  if (former === null && !isParked) return problem('passport_erased')\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/people/announced-moves.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'the notice of a move is an hour too short',
        find: 'noticeHours = 72',
        replace: 'noticeHours = 71',
      },
      {
        fault: 'an announced move is in no export before it is due',
        find: 'from number_moves where passport_id = $1`,\n)\n\nexport',
        replace: 'from number_moves where passport_id = $1 and due_at < now()`,\n)\n\nexport',
      },
    ],
  },
  {
    file: 'server/own-data-parts.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'answers kept for repeats outlive who is erased',
        find: '  repeatsOwnData,\n',
        replace: '',
      },
    ],
  },
  {
    file: 'server/own-data-parts.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'an announced move is not among what one may read',
        find: '  announcedMovesOwnData,\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/erase-passport.ts',
    tests: ['operator/backup/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'an erased person’s restored reservation stays open',
        find: '    await endOpenPurchases(db, passportId)\n    await db.transaction',
        replace: '    await db.transaction',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-queries.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a passport on another number keeps its former moment',
        find: 'currency = $4, updated_at = now() where',
        replace: 'currency = $4 where',
      },
    ],
  },
  {
    file: 'features/own-data/request-profile-code.ts',
    tests: ['features/own-data/codes.test.ts'],
    faults: [
      {
        fault: 'one’s own number in another spelling gets a code to move to it',
        find: 'canonicalPhone(phone) === viewer.phone',
        replace: 'phone === viewer.phone',
      },
    ],
  },
  {
    file: 'features/people/people-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells another name as the nickname',
        find: "'nickname', nickname,",
        replace: "'nickname', first_name,",
      },
      {
        fault: 'an export tells the hidden as shown',
        find: "'hidden from boards', hide_from_leaderboards",
        replace: "'hidden from boards', not hide_from_leaderboards",
      },
      {
        fault: 'an export tells the last use as the sign-in',
        find: "'signed in': created_at",
        replace: "'signed in': last_seen_at",
      },
      {
        fault: 'an export leaves the devices out',
        find: 'devices: devices.map(({ entry }) => entry)',
        replace: 'devices: devices.slice(0, 0).map(({ entry }) => entry)',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-queries.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells certificates of what one gave away',
        find: '   where p.holder_id = $1 order by c.created_at`',
        replace: '   where p.buyer_id = $1 order by c.created_at`',
      },
    ],
  },
  {
    file: 'features/purchases/purchase-own-data-queries.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells a received gift as thanked for',
        find: "'thanked for', p.thanked_at",
        replace: "'thanked for', p.received_at",
      },
      {
        fault: 'an export tells the card’s part as the wallets’',
        find: "${money('p.wallet_minor', 'p.currency')}",
        replace: "${money('p.card_minor', 'p.currency')}",
      },
      {
        fault: 'an export tells all as paid by card',
        find: "'by card', ${money('p.card_minor', 'p.currency')}",
        replace: "'by card', ${money('p.total_minor', 'p.currency')}",
      },
      {
        fault: 'an export tells a gift as taken back whose kilograms stayed',
        find: "'taken back', ${sqlTakenBack()}",
        replace: "'taken back', p.reversal <> ${sqlReversal('none')}",
      },
      {
        fault: 'an export tells one’s own purchases as received gifts',
        find: 'where p.holder_id = $1 and p.is_gift order by p.id',
        replace: 'where p.holder_id = $1 order by p.id',
      },
    ],
  },
  {
    file: 'features/purchases/purchase-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export names a giver by the number',
        find: 'return { from: giver_name ?? shown, ...Object(entry) }',
        replace: 'return { from: shown ?? giver_name, ...Object(entry) }',
      },
    ],
  },
  {
    file: 'features/achievements/achievements-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells other facts as achievements',
        find: "f.kind = 'achievement')",
        replace: "f.kind = 'project')",
      },
      {
        fault: 'the leagues change places in an export',
        find: "'eco league', p.eco_league, 'offset league', p.offset_league",
        replace: "'eco league', p.offset_league, 'offset league', p.eco_league",
      },
    ],
  },
  {
    file: 'features/achievements/rewards/reward-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells every reward as redeemed',
        find: "'redeemed', redeemed_at",
        replace: "'redeemed', earned_at",
      },
    ],
  },
  {
    file: 'features/wallet/wallet-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export leaves the credits out',
        find: 'credits: credits.map(({ entry }) => entry),',
        replace: 'credits: [],',
      },
    ],
  },
  {
    file: 'features/purchases/purchase-own-data-queries.ts',
    tests: ['features/purchases/replace/replace-batch.test.ts'],
    faults: [
      {
        fault: 'an export tells places that were replaced again',
        find: 'w.purchase_id = p.id and w.replaced_by is null',
        replace: 'w.purchase_id = p.id',
      },
    ],
  },
  {
    file: 'features/passes/pass-own-data.ts',
    tests: ['features/passes/passkit.test.ts'],
    faults: [
      {
        fault: 'an export counts everybody’s phones',
        find: 'r where r.passport_id = w.passport_id)',
        replace: 'r)',
      },
    ],
  },
  {
    file: 'features/people/announced-moves.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'the number that an erased passport was to move to stays',
        find: 'erase: (tx, { passportId }) => endAnnouncedMove(tx, passportId),',
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/erase-passport.ts',
    tests: ['features/own-data/erased-number.test.ts'],
    faults: [
      {
        fault: 'a gift that completes during an erasure keeps its note',
        find: '      await lockNumbers(tx, [owner.phone])\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/number-queries.ts',
    tests: ['features/own-data/settle-number-key.test.ts'],
    faults: [
      {
        fault: 'a STOP that an older version heard last is lost',
        find: '   on conflict (phone) do update\n     set stopped_at = excluded.stopped_at, ended_at = excluded.ended_at\n     where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at)\n       <= coalesce(excluded.ended_at, excluded.stopped_at)`',
        replace: '   on conflict (phone) do nothing`',
      },
    ],
  },
  {
    file: 'features/messages/message-own-data.ts',
    tests: ['operator/backup/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'a parked passport is not erased again, for its messages',
        find: '    if (phone !== null) {\n',
        replace: '    {\n',
      },
    ],
  },
  {
    file: 'features/own-data/perks-own-data.ts',
    tests: ['operator/backup/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'a parked passport is not erased again, for its perks',
        find: 'if (phone !== null) await',
        replace: 'await',
      },
    ],
  },
  {
    file: 'features/own-data/settle-number-key.ts',
    tests: ['features/own-data/settle-number-key.test.ts'],
    faults: [
      {
        fault: 'two first starts under different keys both go on',
        find: 'if (!written) return (await findFingerprint(tx)) === numbers.fingerprint',
        replace: 'if (!written) return true',
      },
    ],
  },
]
