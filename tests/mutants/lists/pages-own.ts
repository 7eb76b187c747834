// Faults of what becomes of one’s own data, certificates and rewards on their pages.
import type { FaultyFile } from '../fault.ts'

export const ownPages: readonly FaultyFile[] = [
  {
    file: 'features/certificates/web/certificate-part.tsx',
    tests: ['features/certificates/web/certificate-part.test.tsx'],
    faults: [
      {
        fault: 'a certificate of another purchase is shown',
        find: 'queryKeys.certificate(txId)',
        replace: "queryKeys.certificate('CP-2')",
      },
      {
        fault: 'the name is not in its field',
        find: "name={name ?? ''}",
        replace: "name={''}",
      },
      {
        fault: 'where there is none none can be made',
        find: '{data === null ? <MakeForm',
        replace: '{data === undefined ? <MakeForm',
      },
    ],
  },
  {
    file: 'features/own-data/web/code-field.tsx',
    tests: ['features/own-data/web/own-data-forms.test.tsx'],
    faults: [
      {
        fault: 'what is wrong with one code stands beside both',
        find: 'problem?.at === name ? problem',
        replace: 'problem?.at ? problem',
      },
      {
        fault: 'another code can be asked for at once',
        find: 'disabled={left > 0}',
        replace: 'disabled={left > 90}',
      },
    ],
  },
  {
    file: 'features/own-data/web/delete-dialog.tsx',
    tests: [
      'features/own-data/web/own-data-steps.test.tsx',
      'features/own-data/web/own-data-forms.test.tsx',
    ],
    faults: [
      {
        fault: 'whoever is deleted stays signed in',
        find: '      await signOut()\n',
        replace: '',
      },
      {
        fault: 'a deletion is sure before its code',
        find: '{isSent ? texts.own_data_delete_sure() : texts.own_data_send_code()}',
        replace: '{texts.own_data_delete_sure()}',
      },
      {
        fault: 'who deletes does not hear that the wallet lapses',
        find: 'total > 0 && wallet ?',
        replace: 'total > 5 && wallet ?',
      },
    ],
  },
  {
    file: 'features/own-data/web/export-dialog.tsx',
    tests: ['features/own-data/web/own-data-steps.test.tsx'],
    faults: [
      {
        fault: 'a fourth export of a day fails for no reason',
        find: "error instanceof ApiError && error.code === 'rate_limited'",
        replace: "error instanceof ApiError && error.code === 'export_limit'",
      },
      {
        fault: 'an export that needs a code says nothing',
        find: 'if (file === null) setNeedsCode(true)\n      else handOver',
        replace: 'if (file !== null) handOver',
      },
    ],
  },
  {
    file: 'features/own-data/web/number-dialog.tsx',
    tests: [
      'features/own-data/web/own-data-steps.test.tsx',
      'features/own-data/web/own-data-forms.test.tsx',
    ],
    faults: [
      {
        fault: 'both codes change places',
        find: "{ code: codeOf('code'), new_code: codeOf('new_code') }",
        replace: "{ code: codeOf('new_code'), new_code: codeOf('code') }",
      },
      {
        fault: 'the code of the new number goes to the old one',
        find: "[{ purpose: 'change_number', phone }, { purpose: 'change_number' }]",
        replace: "[{ purpose: 'change_number' }, { purpose: 'change_number' }]",
      },
      {
        fault: 'codes can be asked for an empty number',
        find: "disabled={!isSent && typed.text.trim() === ''}",
        replace: 'disabled={isSent}',
      },
    ],
  },
  {
    file: 'features/own-data/web/own-data-calls.ts',
    tests: ['features/own-data/web/own-data-calls.test.ts'],
    faults: [
      {
        fault: 'one session’s end ends all others',
        find: 'id === undefined ?',
        replace: 'id !== undefined ?',
      },
      {
        fault: 'an export that needs a code is an error',
        find: "error.code === 'code_required'",
        replace: "error.code === 'code_needed'",
      },
      {
        fault: 'every refused export asks for a code',
        find: " && error.code === 'code_required'",
        replace: '',
      },
    ],
  },
  {
    file: 'features/own-data/web/sessions-dialog.tsx',
    tests: [
      'features/own-data/web/own-data-steps.test.tsx',
      'features/own-data/web/own-data-forms.test.tsx',
    ],
    faults: [
      {
        fault: 'the way to end all others is missing with two',
        find: 'sessions.length > 1 ?',
        replace: 'sessions.length > 2 ?',
      },
      {
        fault: 'the list of sessions stays as it was',
        find: '        await client.invalidateQueries({ queryKey: queryKeys.sessions })\n',
        replace: '',
      },
      {
        fault: 'one’s own session can be ended in its row',
        find: '{session.current ? (',
        replace: '{!session.current ? (',
      },
    ],
  },
  {
    file: 'features/own-data/web/use-code-form.ts',
    tests: ['features/own-data/web/own-data-forms.test.tsx'],
    faults: [
      {
        fault: 'the codes are asked for the other way round',
        find: 'for (const body of codes())',
        replace: 'for (const body of codes().toReversed())',
      },
      {
        fault: 'what a code is for is done when it is sent',
        find: 'return { form, busy, problem, isSent, fieldOf, resendAt: resendAt ?? 0, send }',
        replace:
          "return { form, busy, problem, isSent, fieldOf, resendAt: resendAt ?? 0, send: () => run('using', spendCodes) }",
      },
    ],
  },
  {
    file: 'features/own-data/web/use-code-form.ts',
    tests: ['features/own-data/web/own-data-steps.test.tsx'],
    faults: [
      {
        fault: 'a code of before stands where another one is to be typed',
        find: '      setTyped({})\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/receipts/web/statement-choice.tsx',
    tests: ['features/own-data/web/own-data-forms.test.tsx'],
    faults: [
      {
        fault: 'only four years back',
        find: 'const yearsBack = 5',
        replace: 'const yearsBack = 4',
      },
      {
        fault: 'the year is that of the machine',
        find: 'getUTCFullYear()',
        replace: 'getUTCFullYear() + 1',
      },
      {
        fault: 'the newest year stands last',
        find: 'String(thisYear - back)',
        replace: 'String(thisYear - yearsBack + back)',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/claim-success.tsx',
    tests: ['features/reward-claims/web/reward-tile.test.tsx'],
    faults: [
      {
        fault: 'what is given has no word of its arrival',
        find: '{gift ? <p',
        replace: '{!gift ? <p',
      },
      {
        fault: 'a gift has the stamp of a purchase',
        find: 'isGift={isGift}',
        replace: 'isGift={!isGift}',
      },
      {
        fault: 'a given reward is told as one’s own',
        find: '{claimedWords(reward, gift)}',
        replace: '{claimedWords(reward, null)}',
      },
    ],
  },
  {
    file: 'features/achievements/web/rewards/claimed-rewards.tsx',
    tests: ['features/reward-claims/web/reward-tile.test.tsx'],
    faults: [
      {
        fault: 'what was given away is told as one’s own',
        find: 'is_gift ? texts.rewards_given_on({ date }) : texts.rewards_claimed_on({ date })',
        replace: 'texts.rewards_claimed_on({ date })',
      },
      {
        fault: 'kilograms have the foil of a badge',
        find: "isBadge={'badge' in reward.reward_value}",
        replace: "isBadge={'kg' in reward.reward_value}",
      },
    ],
  },
  {
    file: 'features/achievements/web/rewards/envelope-stack.tsx',
    tests: ['features/reward-claims/web/reward-tile.test.tsx'],
    faults: [
      {
        fault: 'a stack tells one less',
        find: 'count: String(count)',
        replace: 'count: String(count - 1)',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/redeem-reward.ts',
    tests: ['features/reward-claims/web/redeem-reward.test.ts'],
    faults: [
      {
        fault: 'the purchase’s record stays',
        find: "  forgetRecord(scopeOf('reward', claim.reward.reward_id))\n",
        replace: '',
      },
      {
        fault: 'a reload does not find the claim',
        find: '  keepClaim(claim)\n',
        replace: '',
      },
      {
        fault: 'a claim that is done is begun anew by a reload',
        find: '  forgetClaim(claim)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/reward-tile.tsx',
    tests: [
      'features/achievements/web/rewards/sealed-envelope.test.tsx',
      'features/reward-claims/web/reward-tile.test.tsx',
    ],
    faults: [
      {
        fault: 'a claimed reward stays in the list',
        find: '    endClaim(reward.reward_id)\n',
        replace: '',
      },
      {
        fault: 'a dismissal that failed does not come back',
        find: "claim?.from === 'dismissal' && claim.work !== 'failed'",
        replace: "claim?.from === 'dismissal'",
      },
      {
        fault: 'a dismissal that failed says the server’s sentence',
        find: "if (from === 'dismissal') return texts.rewards_claim_failed()\n  ",
        replace: '',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/rewards-section.tsx',
    tests: ['features/achievements/web/rewards/sealed-envelope.test.tsx'],
    faults: [
      {
        fault: 'three are one stack',
        find: 'const stackMin = 4',
        replace: 'const stackMin = 3',
      },
      {
        fault: 'the X gives a reward to nobody known',
        find: "onDismiss={() => claim(reward, null, 'dismissal')}",
        replace: "onDismiss={() => claim(reward, null, 'dialog')}",
      },
    ],
  },
  {
    file: 'features/achievements/web/rewards/sealed-envelope.tsx',
    tests: ['features/achievements/web/rewards/sealed-envelope.test.tsx'],
    faults: [
      {
        fault: 'an envelope fades in 300 ms',
        find: 'const fadeMs = 400',
        replace: 'const fadeMs = 300',
      },
      {
        fault: 'every envelope is gone by itself',
        find: '    if (!dismissed) return\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/use-claims.ts',
    tests: [
      'features/achievements/web/rewards/sealed-envelope.test.tsx',
      'features/reward-claims/web/redeem-reward.test.ts',
    ],
    faults: [
      {
        fault: 'a failed claim is done',
        find: "work: problem ? 'failed' : 'done'",
        replace: "work: 'done'",
      },
      {
        fault: 'a reload goes on with others’ claims',
        find: 'keptClaims(profile.id)',
        replace: "keptClaims('somebody else')",
      },
      {
        fault: 'two presses claim twice',
        find: "  if (claims.get(id)?.work === 'working') return\n",
        replace: '',
      },
    ],
  },
]
