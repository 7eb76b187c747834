// Simulates Apple's push service. It stores its calls, with its own schema and connections. A push to a
// token that begins with `gone` gets the answer `gone`. A push to one that begins with `fail` fails.

import { openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'
import type { PassPush, PushAnswer } from '#providers/wallet-pass/pass-push.ts'

type SandboxPush = { readonly push_token: string; readonly answer: string; readonly at: Date }

export type PushSandbox = PassPush & {
  /** Returns the last 1,000 pushes, oldest first. */
  pushes(): Promise<SandboxPush[]>
}

const insertPush = statement(
  'sandbox-push-insert',
  {},
  'insert into sandbox_push.log (push_token, answer) values ($1, $2)',
)
const listPushes = statement(
  'sandbox-push-list',
  { push_token: 'text', answer: 'text', at: 'timestamptz' },
  `select push_token, answer, at from (select * from sandbox_push.log order by id desc limit 1000)
   newest order by id`,
)

export async function openPushSandbox(url: string, timeoutFactor: number): Promise<PushSandbox> {
  const db = openDatabase({
    url,
    connectionsMax: 2,
    applicationName: 'push-sandbox',
    timeoutFactor,
  })
  await migrateSandbox(url, 'sandbox_push')
  return {
    async push(pushToken) {
      const answer = answerTo(pushToken)
      await db.run(insertPush, [pushToken, answer])
      if (answer === 'failed') throw new Error('the sandbox was asked to fail')
      return answer
    },
    pushes: () => db.run(listPushes),
    close: () => db.close(),
  }
}

function answerTo(pushToken: string): PushAnswer | 'failed' {
  if (pushToken.startsWith('gone')) return 'gone'
  return pushToken.startsWith('fail') ? 'failed' : 'accepted'
}
