// Declares the SQL of members of staff and their invitations.
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const memberColumns = {
  id: 'uuid',
  name: 'text',
  email: 'text',
  roles: 'text[]',
  shell_user: 'text?',
  created_at: 'timestamptz',
  ended_at: 'timestamptz?',
  has_passkey: 'bool',
  last_seen_at: 'timestamptz?',
} as const
const sqlMembers = `select m.id, m.name, m.email, m.roles, m.shell_user, m.created_at,
     m.ended_at, exists (select from staff_passkeys where staff_id = m.id) as has_passkey,
     (select max(last_seen_at) from staff_sessions where staff_id = m.id) as last_seen_at
   from staff m`

/** Returns members by name, from the one after `after` on. */
export const findMembers = statement(
  'find-members',
  memberColumns,
  `${sqlMembers} where $1::text is null or (lower(m.name), m.id) > (lower($1), $2::uuid)
   order by lower(m.name), m.id limit $3`,
).rows<[afterName: string | null, afterId: string | null, max: number]>()
export type MemberRow = RowOf<typeof findMembers>

export const findMember = statement(
  'find-member',
  memberColumns,
  `${sqlMembers} where m.id = $1`,
).row<[id: string]>()

/** Returns the active member with an id, an email address or a name, in any case. */
export const findActiveMember = statement(
  'find-active-member',
  { id: 'uuid', name: 'text', email: 'text', roles: 'text[]' },
  `select id, name, email, roles from staff
   where ended_at is null and (id::text = lower($1) or lower(email) = lower($1) or lower(name) = lower($1))
   order by id limit 1`,
).row<[who: string]>()

/** Returns the active member with a name at the shell. */
export const findMemberAtShell = statement(
  'find-member-at-shell',
  { id: 'uuid', name: 'text', roles: 'text[]' },
  'select id, name, roles from staff where ended_at is null and shell_user = $1',
).row<[shellUser: string]>()

/**
 * Waits for changes of staff by other transactions, and lets none begin until this one ends, so that the last
 * admin stays.
 */
export const lockStaff = statement(
  'lock-staff',
  { locked: 'text' },
  'select pg_advisory_xact_lock(7276614015)::text as locked',
).rows<[], Transaction>()

/** Counts active members with the role of an admin and a passkey, without one member. */
export const countOtherAdmins = statement(
  'count-other-admins',
  { count: 'int8' },
  `select count(*) as count from staff m where ended_at is null and 'admin' = any (roles)
     and id is distinct from $1::uuid and exists (select from staff_passkeys where staff_id = m.id)`,
).row<[exceptId: string | null]>()

/** Inserts a member. Returns null if an active member has the name, the address or the shell name. */
export const writeMember = statement(
  'insert-member',
  { id: 'uuid' },
  `insert into staff (name, email, roles, shell_user) values ($1, $2, $3, $4)
   on conflict do nothing returning id`,
).row<
  [name: string, email: string, roles: readonly string[], shellUser: string | null],
  Transaction
>()

export const writeRoles = statement(
  'change-roles-of-member',
  {},
  'update staff set roles = $2 where id = $1',
).effect<[id: string, roles: readonly string[]], Transaction>()

export const writeMemberEnd = statement(
  'end-member',
  {},
  'update staff set ended_at = now() where id = $1 and ended_at is null',
).effect<[id: string], Transaction>()

export const writeInvitation = statement(
  'insert-invitation',
  {},
  `insert into staff_invitations (token_hash, staff_id, invited_by, expires_at, approved_by)
   values ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
).effect<
  [
    tokenHash: Buffer,
    staffId: string,
    invitedBy: string | null,
    hours: number,
    approvedBy: string | null,
  ],
  Transaction
>()

/** Ends all open invitations of a member. */
export const endInvitations = statement(
  'end-invitations-of-member',
  {},
  'update staff_invitations set expires_at = now() where staff_id = $1 and used_at is null and expires_at > now()',
).effect<[staffId: string], Transaction>()

/** Returns the member whom an open invitation is for. */
export const findInvitation = statement(
  'find-invitation',
  { staff_id: 'uuid', name: 'text' },
  `select i.staff_id, m.name from staff_invitations i join staff m on m.id = i.staff_id
   where i.token_hash = $1 and i.used_at is null and i.expires_at > now() and m.ended_at is null`,
).row<[tokenHash: Buffer]>()

/** Uses up an open invitation. Returns null if it was used or has expired. */
export const useInvitation = statement(
  'use-invitation',
  { staff_id: 'uuid' },
  `update staff_invitations set used_at = now()
   where token_hash = $1 and used_at is null and expires_at > now()
     and exists (select from staff where id = staff_id and ended_at is null) returning staff_id`,
).row<[tokenHash: Buffer], Transaction>()

/** Returns true if the second member invited or reset the first in the last 7 days, or approved it. */
export const findRecentInviter = statement(
  'find-recent-inviter',
  { staff_id: 'uuid' },
  `select staff_id from staff_invitations
   where staff_id = $1 and $2 in (invited_by, approved_by) and created_at > now() - interval '7 days' limit 1`,
).found<[staffId: string, inviterId: string]>()
