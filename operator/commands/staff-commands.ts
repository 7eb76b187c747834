// Defines the commands with which root manages members of staff: invite, list, change roles, end, reset.
import {
  changeRoles,
  endMember,
  inviteMember,
  readRoles,
  resetMember,
} from '#features/staff/members/manage-staff.ts'
import { findMembers } from '#features/staff/staff-queries.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import { readSignature } from '#operator/signature.ts'
import type { RecordAction } from '#platform/actions/action.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { consoleUrlOf } from '#server/console/open-console.ts'
import { isProblem, type Problem } from '#values/problem.ts'
import { staffRoles } from '#values/staff/roles.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Root at the shell, who is no member. */
const root = { id: null }
/** Maximum number of listed members. A company has fewer. */
const listMax = 10_000
const rolesText =
  'roles, separated by commas: look, support, money, registry, admin, partner:PROGRAMME'

export const staffInvite: Command = {
  name: 'staff invite',
  usage: 'NAME EMAIL --roles ROLES [--shell USER] --by NAME --reason TEXT',
  example:
    '"Ada Lovelace" ada@passport.example --roles support,money --by root --reason "A new colleague"',
  summary: 'adds a member of staff and prints a link to create a passkey, valid once, for 24 hours',
  optionTexts: { roles: rolesText, shell: 'the name at the shell, for commands with sudo' },
  run: (context) =>
    changeStaff(context, 'staff invite', async (record) => {
      const [name = '', email = ''] = context.words.map((word) => word.trim())
      const fault = faultOf(context, name, email)
      if (fault !== null) return misused(fault)
      const roles = readRoles(context.options.roles ?? '')
      if (isProblem(roles)) return refusedRoles(roles)
      const shellUser = context.options.shell ?? null
      const member = { name, email, roles, shellUser }
      const invitation = await inviteMember(context.db, root, member, record)
      if (isProblem(invitation)) return refusedFor(invitation)
      return withLink(context, `${name} is invited as ${roles.join(', ')}.`, invitation)
    }),
}

/** Returns what is wrong with the name, the address or the console's settings, or null. */
function faultOf({ settings }: Context, name: string, email: string): string | null {
  if (name === '' || name.length > 120 || holdsUnseen(name)) return 'NAME is 1 to 120 characters.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return 'EMAIL is no email address.'
  return consoleUrlOf(settings) === null ? 'There is no console: set CONSOLE_URL first.' : null
}

const refusedRoles = (problem: Problem) =>
  misused(`${problem.text} Roles are ${staffRoles.join(', ')}, or partner:PROGRAMME.`)

export const staffList: Command = {
  name: 'staff list',
  usage: '',
  example: '',
  summary: 'lists members of staff with roles and state, ended ones included',
  run: async ({ db }) => {
    const members = (await findMembers(db, null, null, listMax)).map(
      ({ has_passkey, ended_at, created_at, last_seen_at, ...member }) => ({
        ...member,
        state: ended_at !== null ? 'ended' : has_passkey ? 'active' : 'invited',
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at?.toISOString() ?? null,
      }),
    )
    const lines = members.map(({ name, email, roles, state, shell_user }) =>
      [name, email, roles.join(','), state, ...(shell_user === null ? [] : [shell_user])].join(
        '  ',
      ),
    )
    return { ok: true, lines, json: { ok: true, members } }
  },
}

export const staffChangeRoles: Command = {
  name: 'staff roles',
  usage: 'WHO ROLES --by NAME --reason TEXT',
  example: 'ada@passport.example support,money --by root --reason "Does refunds now"',
  summary: 'replaces the roles of a member of staff, found by name, email address or id',
  run: (context) =>
    changeStaff(context, 'staff roles', async (record) => {
      const [who = '', text = ''] = context.words
      const roles = readRoles(text)
      if (isProblem(roles)) return refusedRoles(roles)
      const changed = await changeRoles(context.db, root, who, roles, record)
      if (isProblem(changed)) return refusedFor(changed)
      const { name, old } = changed
      const line = `${name} has ${roles.join(', ')} now, and had ${old.join(', ')}.`
      return { ok: true, lines: [line], json: { ok: true, name, roles, old_roles: old } }
    }),
}

export const staffEnd: Command = {
  name: 'staff end',
  usage: 'WHO --by NAME --reason TEXT',
  example: 'ada@passport.example --by root --reason "Left the company"',
  summary: 'ends a member of staff: sessions, passkeys and invitations end at once',
  run: (context) =>
    changeStaff(context, 'staff end', async (record) => {
      const ended = await endMember(context.db, root, context.words[0] ?? '', record)
      if (isProblem(ended)) return refusedFor(ended)
      const line = `${ended.name} has no access any more.`
      return { ok: true, lines: [line], json: { ok: true, name: ended.name } }
    }),
}

export const staffReset: Command = {
  name: 'staff reset',
  usage: 'WHO --by NAME --reason TEXT',
  example: 'ada@passport.example --by root --reason "Lost the key"',
  summary: 'ends the passkeys and sessions of a member, and prints a new link',
  run: (context) =>
    changeStaff(context, 'staff reset', async (record) => {
      if (consoleUrlOf(context.settings) === null) {
        return misused('There is no console: set CONSOLE_URL first.')
      }
      const reset = await resetMember(context.db, root, context.words[0] ?? '', record)
      if (isProblem(reset)) return refusedFor(reset)
      return withLink(context, `${reset.name} has no passkey any more.`, reset)
    }),
}

/** Runs a change of staff, which writes its row of the audit trail in its transaction. */
async function changeStaff(
  context: Context,
  command: string,
  change: (record: RecordAction) => Promise<Outcome>,
): Promise<Outcome> {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  return change((tx, about) => writeAuditEntry(tx, { ...signature, command, about }))
}

function withLink(
  { settings }: Context,
  line: string,
  { memberId, token }: { readonly memberId: string; readonly token: string },
): Outcome {
  const link = `${consoleUrlOf(settings)}/invitation/${token}`
  return {
    ok: true,
    lines: [line],
    secretLines: [link, 'The link is valid once, for 24 hours. It is not shown again.'],
    json: { ok: true, id: memberId, link },
  }
}
