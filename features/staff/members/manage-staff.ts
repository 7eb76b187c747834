// Invites members of staff, changes their roles, ends them, and resets their passkeys. The last admin stays.
import { hash, randomBytes } from 'node:crypto'
import {
  deletePasskeysOfMember,
  deleteSessionsOfMember,
} from '#features/staff/sessions/staff-session-queries.ts'
import {
  countOtherAdmins,
  endInvitations,
  findActiveMember,
  lockStaff,
  writeInvitation,
  writeMember,
  writeMemberEnd,
  writeRoles,
} from '#features/staff/staff-queries.ts'
import type { RecordAction } from '#platform/actions/action.ts'
import { holdsPhone } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isRole } from '#values/staff/roles.ts'
import { skeleton } from '#values/text/look-alikes.ts'

/** Lifetime of an invitation (docs/product.md#staff). */
const invitationHours = 24

export type StaffProblem =
  | 'member_not_found'
  /** Another active member has the name, the address or the name at the shell. */
  | 'member_exists'
  /** The name is one of the audit trail's own actors, or contains a phone number. */
  | 'invalid_name'
  | 'unknown_role'
  | 'no_role'
  /** A member cannot change, end or reset themselves. */
  | 'own_membership'
  | 'last_admin'
  | 'invalid_shell_name'

/** The author of a change: a member, or null for root at the shell. */
type Requester = {
  readonly id: string | null
  /** The member who approved it; null or absent without an approval. */
  readonly approverId?: string | null
}

export type NewMember = {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly shellUser: string | null
}

/** The token of an invitation, which only its link contains. */
export type Invitation = { readonly memberId: string; readonly token: string }

/** Returns the hash under which a token is stored. */
export const invitationHash = (token: string) => hash('sha256', token, 'buffer')

/** Reads roles that are separated by commas or blanks. Each role is kept once. */
export function readRoles(text: string): string[] | Problem<'unknown_role' | 'no_role'> {
  const roles = [...new Set(text.split(/[\s,]+/).filter((each) => each !== ''))]
  if (roles.length === 0) return problem('no_role', { text: 'Name at least one role.' })
  const unknown = roles.find((role) => !isRole(role))
  return unknown === undefined
    ? roles
    : problem('unknown_role', { text: `"${unknown.slice(0, 80)}" is no role.` })
}

/** Actors of the audit trail that are no members of staff, by the skeletons of their words. */
const ownActors = ['root', 'system', 'shell user'].map((actor) => actor.split(' ').map(skeleton))

/** Returns true if a name begins with the words of an actor, also in letters that look like them. */
function beginsLikeActor(name: string): boolean {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(skeleton)
  return ownActors.some((actor) => actor.every((word, index) => words[index] === word))
}
/** A name at the shell as Debian creates it, without that of root. */
const shellName = /^(?!root$)[a-z_][a-z0-9_.-]{0,31}$/i

/** Returns why a member may not have this name, or null. It is part of every row of the audit trail. */
function faultOfName(name: string): Problem<'invalid_name'> | null {
  const text = beginsLikeActor(name)
    ? 'A name cannot begin with root, system or shell user: those are actors of the audit trail.'
    : holdsPhone(name)
      ? 'A name of a member of staff must not contain a phone number.'
      : null
  return text === null ? null : problem('invalid_name', { text })
}

function faultOfShellName(shellUser: string | null): Problem<'invalid_shell_name'> | null {
  if (shellUser === null || shellName.test(shellUser)) return null
  return problem('invalid_shell_name', {
    text: 'A name at the shell has 1 to 32 letters, digits, points, hyphens and low lines, begins with no digit, and is not root.',
  })
}

/** Adds a member and returns the invitation. Problems: `member_exists`, `invalid_name`, `invalid_shell_name`. */
export async function inviteMember(
  db: Database,
  by: Requester,
  { name: given, email, roles, shellUser }: NewMember,
  record: RecordAction,
): Promise<Invitation | Problem<StaffProblem>> {
  const name = given.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const fault = faultOfName(name) ?? faultOfShellName(shellUser)
  if (fault !== null) return fault
  return db.transaction(async (tx) => {
    await lockStaff(tx)
    const member = await writeMember(tx, name, email, roles, shellUser)
    if (member === null) {
      return problem('member_exists', {
        text: 'A member of staff has this name, address or name at the shell.',
      })
    }
    await record(tx, [member.id])
    return invite(tx, by, member.id)
  })
}

/** Returns the id of the active member with this address, whom it invites if there is none. */
export async function findOrInviteMember(
  db: Database,
  member: NewMember,
  record: RecordAction,
): Promise<string> {
  const existing = await findActiveMember(db, member.email)
  if (existing !== null) return existing.id
  const invited = await inviteMember(db, { id: null }, member, record)
  if (isProblem(invited)) throw new Error(invited.text)
  return invited.memberId
}

/** Writes a new invitation. Earlier ones stay valid. */
export async function invite(
  tx: Transaction,
  by: Requester,
  memberId: string,
): Promise<Invitation> {
  const token = randomBytes(32).toString('base64url')
  await writeInvitation(
    tx,
    invitationHash(token),
    memberId,
    by.id,
    invitationHours,
    by.approverId ?? null,
  )
  return { memberId, token }
}

type FoundMember = NonNullable<Awaited<ReturnType<typeof findActiveMember>>>

/** Runs a change of a member under the lock of staff. `losesAdmin` returns true if the
 * change takes the role of an admin away. */
function changeMember<Result extends object>(
  db: Database,
  by: Requester,
  who: string,
  losesAdmin: (member: FoundMember) => boolean,
  change: (tx: Transaction, member: FoundMember) => Promise<Result>,
): Promise<Result | Problem<StaffProblem>> {
  return db.transaction(async (tx) => {
    await lockStaff(tx)
    const member = await findActiveMember(tx, who)
    if (member === null) {
      return problem('member_not_found', { text: 'There is no such member of staff.' })
    }
    if (member.id === by.id) {
      return problem('own_membership', { text: 'Somebody else has to change your membership.' })
    }
    const isLast = losesAdmin(member) && (await countOtherAdmins(tx, member.id))?.count === 0
    if (isLast) return problem('last_admin', { text: 'The last admin stays.' })
    return change(tx, member)
  })
}

const isAdmin = ({ roles }: FoundMember) => roles.includes('admin')

/** Replaces the roles of a member. Returns the old ones. */
export function changeRoles(
  db: Database,
  by: Requester,
  who: string,
  roles: readonly string[],
  record: RecordAction,
): Promise<{ readonly name: string; readonly old: readonly string[] } | Problem<StaffProblem>> {
  const losesAdmin = (member: FoundMember) => isAdmin(member) && !roles.includes('admin')
  return changeMember(db, by, who, losesAdmin, async (tx, { id, name, roles: old }) => {
    await writeRoles(tx, id, roles)
    await record(tx, [id])
    return { name, old }
  })
}

/** Ends a member: sessions, passkeys and invitations end at once. */
export function endMember(
  db: Database,
  by: Requester,
  who: string,
  record: RecordAction,
): Promise<{ readonly name: string } | Problem<StaffProblem>> {
  return changeMember(db, by, who, isAdmin, async (tx, { id, name }) => {
    await endAccess(tx, id)
    await writeMemberEnd(tx, id)
    await record(tx, [id])
    return { name }
  })
}

/**
 * Ends the passkeys and sessions of a member, and returns a new invitation. The last admin with a passkey can
 * be reset by root only.
 */
export function resetMember(
  db: Database,
  by: Requester,
  who: string,
  record: RecordAction,
): Promise<(Invitation & { readonly name: string }) | Problem<StaffProblem>> {
  const losesAdmin = (member: FoundMember) => by.id !== null && isAdmin(member)
  return changeMember(db, by, who, losesAdmin, async (tx, { id, name }) => {
    await endAccess(tx, id)
    await record(tx, [id])
    return { ...(await invite(tx, by, id)), name }
  })
}

/**
 * Ends all access of a member. Invitations come before passkeys and these before sessions: each statement waits for
 * calls that hold a row of its table, and the next one finds what they made.
 */
async function endAccess(tx: Transaction, memberId: string): Promise<void> {
  await endInvitations(tx, memberId)
  await deletePasskeysOfMember(tx, memberId)
  await deleteSessionsOfMember(tx, memberId)
}
