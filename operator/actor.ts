// Resolves the actor of a command: root, a timer (`system`), or the member of staff who called sudo
// (docs/product.md#operators-commands).
import { mayReadProgramme } from '#features/console/programmes/console-programmes.ts'
import { findMemberAtShell } from '#features/staff/staff-queries.ts'
import { type AuditEntry, entryFault, shownActor } from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Db } from '#platform/database/database.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

export type MemberAtShell = {
  readonly kind: 'member'
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
}
export type Actor =
  | { readonly kind: 'root'; readonly forName: string | undefined }
  | { readonly kind: 'system' }
  | MemberAtShell

/** The actor as a row of the audit trail keeps it. */
export type Author = Pick<AuditEntry, 'by' | 'forName' | 'staff'>

const rootName = 'root'
const systemName = 'system'

/** The refusal of an actor. `author` is kept in the audit trail; null for a name that it does not keep. */
export type RefusedActor = {
  readonly error: string
  readonly author: Author | null
  /** True if the call is invalid, so that the program exits with 2. */
  readonly isMisuse: boolean
}

type Caller = {
  /** The value of SUDO_USER. sudo sets it itself, so that its caller cannot choose it. */
  readonly sudoUser: string | undefined
  /** The value of --by. */
  readonly typedName: string | undefined
}

/** Returns the shell name of the caller of sudo; null for root itself. */
export function shellNameOf(sudoUser: string | undefined): string | null {
  return sudoUser === undefined || sudoUser === '' || sudoUser === rootName ? null : sudoUser
}

/** Returns the actor, or why there is none. */
export async function readActor(
  db: Db,
  { sudoUser, typedName }: Caller,
): Promise<Actor | RefusedActor> {
  const shellName = shellNameOf(sudoUser)
  return shellName === null ? actorAtRoot(typedName) : memberOf(db, shellName, typedName)
}

function actorAtRoot(typedName: string | undefined): Actor | RefusedActor {
  if (typedName === undefined || typedName === rootName) return { kind: 'root', forName: undefined }
  if (typedName === systemName) return { kind: 'system' }
  const fault = entryFault(typedName, null)
  if (fault !== null) return { error: fault, author: null, isMisuse: true }
  return { kind: 'root', forName: typedName }
}

async function memberOf(
  db: Db,
  shellName: string,
  typedName: string | undefined,
): Promise<Actor | RefusedActor> {
  const member = holdsUnseen(shellName) ? null : await findMemberAtShell(db, shellName)
  if (member === null) return unknownCaller(shellName)
  const actor = { kind: 'member', ...member } as const
  const ownNames = [shellName, member.name].map((name) => name.toLowerCase())
  if (typedName !== undefined && !ownNames.includes(typedName.trim().toLowerCase())) {
    const error = `--by repeats your own name, ${member.name}, or is left out: nobody acts for another.`
    return { error, author: authorOf(actor), isMisuse: false }
  }
  return actor
}

function unknownCaller(shellName: string): RefusedActor {
  const shown = keptSubject(shellName) ?? ''
  const by = `shell user ${shown}`.slice(0, 100)
  return {
    error: `${shown} is the shell name of no active member of staff: staff invite --shell, in a shell of root.`,
    author: entryFault(by, null) === null ? { by } : null,
    isMisuse: false,
  }
}

export function authorOf(actor: Actor): Author {
  switch (actor.kind) {
    case 'root':
      return { by: rootName, forName: actor.forName }
    case 'system':
      return { by: systemName }
    case 'member':
      return { by: actor.name, staff: { id: actor.id, roles: actor.roles } }
  }
}

/** Returns true if the actor may see a programme. A programme's own people see that one only. */
export function maySeeProgramme(actor: Actor, id: string): boolean {
  return actor.kind !== 'member' || mayReadProgramme(actor.roles, id)
}

/** Returns the author as lists and other rows than those of the audit trail show it. */
export const shownAuthor = ({ by, forName }: Author) => shownActor(by, forName)
