// Posts the cost of moved kilograms at once, as the background does within seconds.
import { postCosts } from '#features/accounts/costs/post-costs.ts'
import type { Database } from '#platform/database/database.ts'
import { postingRounds } from '#tests/support/people/posting-rounds.ts'

const { runAll, waitToRead } = postingRounds('cost', 'kg_postings')

export const waitForCosts = waitToRead

/** Runs rounds until every posting is taken. */
export const costAll = (db: Database, max?: number) => runAll(db, () => postCosts(db, max))
