// What people say of themselves is sent as it is, and what shows it is read anew.

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeys } from '#web/api/query-keys.ts'
import { ada } from '#web/test-person.ts'
import { saveProfile } from './save-profile.ts'

afterEach(() => vi.unstubAllGlobals())

/** Which of what is known is old afterwards. */
async function oldAfter(status: number) {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, body = '' }: { method: string; body?: string }) => {
      sent.push([method, path, JSON.parse(body)])
      return Response.json(status === 200 ? ada : { code: 'internal' }, { status })
    },
  )
  const client = new QueryClient()
  const known = {
    passport: queryKeys.passport,
    'one’s own boards': queryKeys.boards,
    'a board': queryKeys.board('eco', 'silver'),
    'the wallet': queryKeys.walletTotals,
  }
  for (const queryKey of Object.values(known)) client.setQueryData(queryKey, {})
  const isSaved = await saveProfile(client, { nickname: 'Sam' }).then(
    () => true,
    () => false,
  )
  const isOld = Object.entries(known).filter(([, key]) => client.getQueryState(key)?.isInvalidated)
  client.clear()
  return { sent, isSaved, old: isOld.map(([what]) => what) }
}

it('a name is sent, and passport and boards are read anew', async () => {
  expect(await oldAfter(200)).toEqual({
    sent: [['PATCH', '/api/profile', { nickname: 'Sam' }]],
    isSaved: true,
    old: ['passport', 'one’s own boards', 'a board'],
  })
})

it('what could not be saved is told, and nothing is old', async () => {
  expect(await oldAfter(500)).toMatchObject({ isSaved: false, old: [] })
})
