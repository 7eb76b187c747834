// Loads the facts for the validation of typed codes, and counts the attempts. It locks a code before the
// validation, so that limits hold under concurrency and over restarts.
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import type { Write } from '#platform/database/write.ts'
import {
  countEach,
  countEachWrites,
  findWindows,
  holdWindows,
  limitWrites,
  type RateLimit,
  waitIn,
} from '#platform/http/limits/rate-limits.ts'
import {
  attemptsOfAddress,
  attemptsOfBrowser,
  attemptsOfDay,
  failuresOfHour,
} from './code-limits.ts'
import type { CodeFacts, CodeResult, TypedCode } from './judge-code.ts'
import { attemptWritesBatch, lockCodesBatch } from './try-queries.ts'

const ownAttempts = ({ deviceId }: TypedCode): RateLimit[] =>
  deviceId === null ? [] : [attemptsOfBrowser(deviceId)]

/**
 * Counts the attempts and loads the facts, with locks. The count is first, because it makes attempts of one
 * address for one phone number wait for each other; the address's wrong codes then need no lock. No two codes
 * may share a phone number, a browser, or an address whose attempts are counted.
 */
export async function loadCodeFactsBatch(
  tx: Transaction,
  typed: readonly TypedCode[],
): Promise<CodeFacts[]> {
  const limited = typed.filter(({ caller }) => !caller.isExempt)
  const { attemptsToday, failures, windows, sent } = await inOrder({
    attemptsToday: countEach(tx, typed.map(attemptsOfDay)),
    failures: findWindows(tx, limited.map(failuresOfHour)),
    windows: holdWindows(
      tx,
      typed.flatMap((each) => [...attemptsOfAddress(each.caller), ...ownAttempts(each)]),
    ),
    sent: lockCodesBatch(
      tx,
      typed.map(({ number }) => number),
    ),
  })
  return typed.map((each) => {
    const { bucket, max } = attemptsOfDay(each)
    const own = ownAttempts(each)
    return {
      sent: sent.get(each.number) ?? null,
      addressWait:
        waitIn(failures, [failuresOfHour(each)]) ?? waitIn(windows, attemptsOfAddress(each.caller)),
      isAddressOverLimit: (attemptsToday.get(bucket) ?? 0) >= max,
      hasOwnAttempt: own.length > 0 && waitIn(windows, own) === null,
    }
  })
}

/**
 * Returns the writes that count attempts, including refused ones. The caller must commit them in any case.
 */
export function attemptCountWrites(results: readonly CodeResult[]): Write[] {
  const limits = results.flatMap(({ typed, countsForAddress, usesOwnAttempt }) => [
    ...(countsForAddress ? attemptsOfAddress(typed.caller) : []),
    ...(usesOwnAttempt ? ownAttempts(typed) : []),
  ])
  const tries = results.filter(({ usesAttempt }) => usesAttempt)
  return [
    ...limitWrites(limits),
    ...attemptWritesBatch(tries.map(({ typed: { number }, isFailure }) => ({ number, isFailure }))),
    ...countEachWrites(
      results.filter(({ isFailure }) => isFailure).map(({ typed }) => failuresOfHour(typed)),
    ),
  ]
}
