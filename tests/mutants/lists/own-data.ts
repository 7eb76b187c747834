// Faults of one’s own data: the export, the deletion, another number.
import type { FaultyFile } from '../fault.ts'

export const ownData: readonly FaultyFile[] = [
  {
    file: 'features/wallet/own-data-queries.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export tells what can be spent as what is set aside',
        find: "money('w.held_minor', 'w.currency')",
        replace: "money('w.balance_minor', 'w.currency')",
      },
    ],
  },
  {
    file: 'features/sign-in/own-data.ts',
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
    ],
  },
  {
    file: 'features/notifications/own-data.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'notices about who is erased stay',
        find: "any('{new_device,number_left,number_taken}')",
        replace: "any('{number_left,number_taken}')",
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
    file: 'features/own-data/queries.ts',
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
    file: 'features/own-data/routes.ts',
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
    file: 'features/notifications/forget-messages.ts',
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
    file: 'features/notifications/own-data.ts',
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
    ],
  },
  {
    file: 'features/own-data/move-to-number.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a number’s perks come again to who moves to it',
        find: '  await withholdPerks(tx, numbers.hashOf(phone), passportId)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/routes.ts',
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
    file: 'features/own-data/routes.ts',
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
    tests: ['operator/support-commands.test.ts'],
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
    ],
  },
  {
    file: 'features/own-data/announced-moves.ts',
    tests: ['operator/support-commands.test.ts'],
    faults: [
      {
        fault: 'the notice of a move is an hour too short',
        find: 'noticeHours = 72',
        replace: 'noticeHours = 71',
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
    tests: ['operator/support-commands.test.ts'],
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
    tests: ['operator/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'an erased person’s restored reservation stays open',
        find: '    await endOpenPurchases(db, passportId)\n    await db.transaction',
        replace: '    await db.transaction',
      },
    ],
  },
  {
    file: 'features/own-data/move-to-number.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'gifts arrive before the perks of the new number are withheld',
        find: '  await withholdPerks(tx, numbers.hashOf(phone), passportId)\n  await receiveGifts(tx, passportId, phone)\n',
        replace:
          '  await receiveGifts(tx, passportId, phone)\n  await withholdPerks(tx, numbers.hashOf(phone), passportId)\n',
      },
    ],
  },
]
