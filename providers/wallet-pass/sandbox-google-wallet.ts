// Simulates Google Wallet. It stores passes that a correctly signed link saves, and a log of its calls.
// It has its own schema and connections.
import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { withFault } from '#providers/sandbox-fault-injection.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'
import type {
  GoogleAccount,
  GoogleObject,
  GoogleWallet,
} from '#providers/wallet-pass/google-wallet.ts'

export type GoogleWalletSandbox = GoogleWallet & {
  /** Saves the object of a link as Google does. Returns its id, or null for an invalid token. */
  save(token: string): Promise<string | null>
  /** Returns the last 1,000 changes, oldest first. */
  patches(): Promise<{ object_id: string; content: unknown; answer: string; at: Date }[]>
}

const claimsShape = z.object({
  aud: z.literal('google'),
  typ: z.literal('savetowallet'),
  payload: z.object({ genericObjects: z.tuple([z.looseObject({ id: z.string() })]) }),
})

const insertObject = statement(
  'sandbox-google-wallet-save',
  {},
  `insert into sandbox_google_wallet.objects (id, content) values ($1, $2)
   on conflict (id) do nothing`,
)
const patchObject = statement(
  'sandbox-google-wallet-patch',
  { answer: 'text' },
  `with patched as (
     update sandbox_google_wallet.objects set content = content || $2::jsonb where id = $1
     returning id)
   insert into sandbox_google_wallet.log (object_id, content, answer)
   select $1, $2::jsonb, case when exists (select from patched) then 'accepted' else 'gone' end
   returning answer`,
)
const listPatches = statement(
  'sandbox-google-wallet-list',
  { object_id: 'text', content: 'jsonb', answer: 'text', at: 'timestamptz' },
  `select object_id, content, answer, at from (
     select * from sandbox_google_wallet.log order by id desc limit 1000) newest order by id`,
)

export async function openGoogleWalletSandbox(
  url: string,
  account: GoogleAccount,
  publicUrl: string,
  timeoutFactor: number,
): Promise<GoogleWalletSandbox> {
  const applicationName = 'google-wallet-sandbox'
  const db = openDatabase({ url, connectionsMax: 2, applicationName, timeoutFactor })
  await migrateSandbox(url, 'sandbox_google_wallet')
  async function patch(object: GoogleObject) {
    const [row] = await db.run(patchObject, [object.id, JSON.stringify(object)])
    return row?.answer === 'accepted' ? 'accepted' : 'gone'
  }
  return {
    account,
    saveUrl: `${publicUrl}/dev/google-wallet/save`,
    patch: (object) => withFault(db, 'googleWallet', 'patch', () => patch(object)),
    async save(token) {
      const [object] = readSaveToken(token, account) ?? []
      if (object === undefined) return null
      await db.run(insertObject, [object.id, JSON.stringify(object)])
      return object.id
    },
    patches: () => db.run(listPatches),
    close: () => db.close(),
  }
}

function readSaveToken(token: string, { key }: GoogleAccount) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  const isOurs = verify('sha256', signed, createPublicKey(key), Buffer.from(signature, 'base64url'))
  if (!isOurs) return null
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return claimsShape.safeParse(read).data?.payload.genericObjects ?? null
}
