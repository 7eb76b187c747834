// The codes that are typed in one moment, judged in one transaction. A look takes one of its code's
// tries, or one of a known browser's own. What is wrong counts against its address, and against the
// number where it took a try of its code; over all purposes.
import { invalidCode } from '#features/people/contract.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import type { Write } from '#platform/database/write.ts'
import {
  type Caller,
  countEach,
  countEachWrites,
  countLimits,
  findWindows,
  holdWindows,
  limitWrites,
  waitIn,
} from '#platform/http/limits/rate-limits.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type CodeUse, isCodeOf } from './one-time-code.ts'
import { type LockedCode, lockCodes, tryWrites } from './try-queries.ts'
import { deviceTries, missesOfHour, triesOfDay, verifyLimits } from './verify-limits.ts'

export type TypedCode = {
  readonly use: CodeUse
  /** What stands for its phone number where the number's limits are kept. */
  readonly number: string
  readonly code: string
  readonly caller: Caller
  /** That of a browser that signed in to the number before, or null. */
  readonly deviceId: string | null
}

/** A code that was found right and is still to be used up. */
export type RightCode = {
  readonly phone: string
  readonly number: string
  readonly challenge: string
}
export type WrongCode = Problem<'invalid_code' | 'rate_limited'>

/** A typed code with everything that decides about it. */
type Look = TypedCode & {
  /** The number's code, or undefined where none was ever sent. */
  readonly sent: LockedCode | undefined
  /** Seconds that its address has to wait, or null. */
  readonly addressWait: number | null
  /** Whether it takes one of the number's tries: there is one left, and the address need not wait. */
  readonly takesTry: boolean
  /** Whether the address tried more codes at the number than one has tries. */
  readonly isOwnDoing: boolean
}

type Judgement = {
  readonly answer: RightCode | WrongCode
  /** Whether it counts against the address, and against the number where it takes a try of it. */
  readonly isMiss: boolean
}

/** Codes that are judged, and held until the transaction ends. */
export type JudgedCodes = {
  /** Of what was typed for a number, by what stands for it. Throws where nothing was. */
  answerOf(number: string): RightCode | WrongCode
  /**
   * Returns the writes that count all looks, also those that were refused: they must be committed. The
   * codes of the numbers in `usedUp` end with the transaction, and their tries with them.
   */
  lookWrites(usedUp?: ReadonlySet<string>): Write[]
}

/** No two may be of one number, one browser or one address whose attempts are counted. */
export async function judgeCodes(
  tx: Transaction,
  { keys, previousKeys }: Pick<Services, 'keys' | 'previousKeys'>,
  typed: readonly TypedCode[],
): Promise<JudgedCodes> {
  const looks = await openLooks(tx, typed)
  const ownTries = await takeOwnTries(
    tx,
    looks.flatMap(({ deviceId, takesTry }) => (deviceId === null || takesTry ? [] : [deviceId])),
  )
  const peppers = [keys, previousKeys].flatMap((each) => each?.code ?? [])
  const judged = looks.map((look) => {
    const hasOwnTry = look.deviceId !== null && ownTries.has(look.deviceId)
    return { ...look, ...judge(look, hasOwnTry, peppers) }
  })
  const answers = new Map(judged.map(({ number, answer }) => [number, answer]))
  return {
    answerOf: (number) => getOrThrow(answers, number, 'a typed code was not judged'),
    lookWrites(usedUp = new Set()) {
      const counted = judged.filter(({ addressWait }) => addressWait === null)
      return [
        ...limitWrites(counted.flatMap(({ caller }) => verifyLimits(caller))),
        ...tryWrites(judged.filter(({ number, takesTry }) => takesTry && !usedUp.has(number))),
        ...countEachWrites(judged.filter(({ isMiss }) => isMiss).map(missesOfHour)),
      ]
    },
  }
}

/**
 * Counts each look in its address's tries of the day at the number: first, so that looks of one address
 * at one number wait there for each other, and its misses need no lock. Then holds what else limits it.
 */
async function openLooks(tx: Transaction, typed: readonly TypedCode[]): Promise<Look[]> {
  const limited = typed.filter(({ caller }) => !caller.isExempt)
  const { triedToday, misses, addressWindows, sent } = await inOrder({
    triedToday: countEach(tx, typed.map(triesOfDay)),
    misses: findWindows(tx, limited.map(missesOfHour)),
    addressWindows: holdWindows(
      tx,
      limited.flatMap(({ caller }) => verifyLimits(caller)),
    ),
    sent: lockCodes(
      tx,
      typed.map(({ number }) => number),
    ),
  })
  return typed.map((each) => {
    const { bucket, max } = triesOfDay(each)
    const code = sent.get(each.number)
    const addressWait =
      waitIn(misses, [missesOfHour(each)]) ?? waitIn(addressWindows, verifyLimits(each.caller))
    return {
      ...each,
      sent: code,
      addressWait,
      takesTry: addressWait === null && code?.hasTry === true,
      isOwnDoing: (triedToday.get(bucket) ?? 0) >= max,
    }
  })
}

/**
 * A browser that signed in before has tries of its own where those of the number are used up or its
 * address waits. Takes one for each, and answers those that had one left.
 */
async function takeOwnTries(
  tx: Transaction,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const windows = await holdWindows(tx, deviceIds.map(deviceTries))
  const free = deviceIds.filter((id) => waitIn(windows, [deviceTries(id)]) === null)
  await countLimits(tx, free.map(deviceTries))
  return new Set(free)
}

/**
 * That others used a number's tries up is nobody's business: only who tried more codes than one has
 * tries hears how long it lasts.
 */
function judge(look: Look, hasOwnTry: boolean, peppers: readonly Buffer[]): Judgement {
  const { use, number, code, deviceId, sent, addressWait, takesTry, isOwnDoing } = look
  if (addressWait !== null && deviceId === null) {
    return { answer: tooOften(addressWait), isMiss: false }
  }
  if (sent === undefined || !(takesTry || (hasOwnTry && sent.isGood))) {
    const wait = isOwnDoing ? (sent?.waitSeconds ?? null) : null
    return { answer: wait === null ? problem('invalid_code') : tooOften(wait), isMiss: true }
  }
  const { challenge } = sent
  const isRight = isCodeOf(peppers, use, challenge, code)
  const answer = isRight ? { phone: use.phone, number, challenge } : problem('invalid_code')
  return { answer, isMiss: !isRight }
}

function tooOften(retryAfterSeconds: number): WrongCode {
  return problem('rate_limited', { text: invalidCode, retryAfterSeconds })
}
