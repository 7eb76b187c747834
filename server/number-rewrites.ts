// Lists the rewrites of phone numbers that earlier versions stored, one feature a line, in their order.
import { stoppedRewrite } from '#features/messages/rewrite-stopped.ts'
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import { giftsRewrite } from '#features/purchases/rewrite-gifts.ts'
import { attemptsRewrite, parkedRewrite } from '#features/sign-in/number/rewrite-numbers.ts'

export const numberRewrites: readonly NumberRewrite[] = [
  attemptsRewrite,
  giftsRewrite,
  stoppedRewrite,
  parkedRewrite,
]
