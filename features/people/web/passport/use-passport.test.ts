// Tests that a change of the profile is sent, and that everything showing it is reloaded.

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { getLeaderboard, getLeaderboards } from '#features/boards/boards-calls.ts'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { ada } from '#web/test-person.ts'
import { getPassport } from '../../people-calls.ts'
import { saveProfile } from './use-passport.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the query keys that are stale after a change. */
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
    passport: [getPassport.id],
    'one’s own boards': [getLeaderboards.id],
    'a board': [getLeaderboard.id, 'eco', 'silver'],
    'the wallet': [getWallet.id],
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

it('a name is sent, and passport and boards are reloaded', async () => {
  expect(await oldAfter(200)).toEqual({
    sent: [['PATCH', '/api/profile', { nickname: 'Sam' }]],
    isSaved: true,
    old: ['passport', 'one’s own boards', 'a board'],
  })
})

it('a failed change is reported, and nothing is reloaded', async () => {
  expect(await oldAfter(500)).toMatchObject({ isSaved: false, old: [] })
})
