// Defines the commands with which root manages members of staff: invite, list, change roles, end, reset.
import {
  staffRolesAction as changeRoles,
  staffEnd as endMember,
  staffInvite as inviteMember,
  staffReset as resetMember,
} from '#features/staff/members/staff-actions.ts'
import { findMembers } from '#features/staff/staff-queries.ts'
import { rootOnly } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { listed, misused } from '#operator/audit/outcomes.ts'
import { type DatabaseServices, withDatabase } from '#operator/with-services.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import { consoleUrlOf } from '#server/console/open-console.ts'
import { staffRoles } from '#values/staff/roles.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Maximum number of listed members. A company has fewer. */
const listMax = 10_000
const rolesText =
  'roles, separated by commas: look, support, money, registry, admin, partner:PROGRAMME'
const words = { name: 'NAME', email: 'EMAIL', member: 'WHO', roles: 'ROLES', shell_user: '--shell' }
const roleTerms = {
  sentences: {
    unknown_role: (text: string) =>
      `${text} Roles are ${staffRoles.join(', ')}, or partner:PROGRAMME.`,
  },
  misuses: ['unknown_role', 'no_role'],
}

/** The services of actions on members. A link needs the address of the console. */
function withConsole<Result>(
  context: Context,
  work: (
    services: DatabaseServices & { readonly settings: { readonly consoleUrl: string } },
  ) => Promise<Result>,
): Promise<Result> {
  const consoleUrl = consoleUrlOf(context.settings) ?? ''
  return withDatabase(context, (services) =>
    work({ ...services, settings: { ...services.settings, consoleUrl } }),
  )
}

/** Returns the outcome of a command that prints a link, if there is no console for it. */
const noConsole = ({ settings }: Context) =>
  consoleUrlOf(settings) === null ? misused('There is no console: set CONSOLE_URL first.') : null

export const staffInvite: Command = {
  ...actionCommand({
    action: inviteMember,
    usage: 'NAME EMAIL --roles ROLES [--shell USER] --reason TEXT',
    example: '"Ada Lovelace" ada@passport.example --roles support,money --reason "A new colleague"',
    optionTexts: { roles: rolesText, shell: 'the name at the shell, for commands with sudo' },
    open: withConsole,
    input: (context: Context) => {
      const { words: given, options } = context
      const [name, email] = given.map((word) => word.trim())
      const { roles, shell: shell_user } = options
      return noConsole(context) ?? { name, email, roles, shell_user }
    },
    words,
    ...roleTerms,
    outcome: ({ details: { memberId }, secrets, input: { name, roles } }) =>
      withLink(`${name} is invited as ${roles}.`, memberId, secrets),
  }),
  access: rootOnly,
}

export const staffList: Command = {
  name: 'staff list',
  access: rootOnly,
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
    return {
      ok: true,
      lines: listed(lines, 'No member of staff is listed.'),
      json: { ok: true, members },
    }
  },
}

export const staffChangeRoles: Command = {
  ...actionCommand({
    action: changeRoles,
    usage: 'WHO ROLES --reason TEXT',
    example: 'ada@passport.example support,money --reason "Does refunds now"',
    open: withConsole,
    input: ({ words: [member, roles] }: Context) => ({ member, roles }),
    words,
    ...roleTerms,
    outcome: ({ details: { name, roles, old } }) => {
      const line = `${name} has ${roles.join(', ')} now, and had ${old.join(', ')}.`
      return { ok: true, lines: [line], json: { ok: true, name, roles, old_roles: old } }
    },
  }),
  access: rootOnly,
}

export const staffEnd: Command = {
  ...actionCommand({
    action: endMember,
    usage: 'WHO --reason TEXT',
    example: 'ada@passport.example --reason "Left the company"',
    open: withConsole,
    input: ({ words: [member] }: Context) => ({ member }),
    words,
    outcome: ({ details: { name } }) => ({
      ok: true,
      lines: [`${name} has no access any more.`],
      json: { ok: true, name },
    }),
  }),
  access: rootOnly,
}

export const staffReset: Command = {
  ...actionCommand({
    action: resetMember,
    usage: 'WHO --reason TEXT',
    example: 'ada@passport.example --reason "Lost the key"',
    open: withConsole,
    input: (context: Context) => noConsole(context) ?? { member: context.words[0] },
    words,
    outcome: ({ details: { name, memberId }, secrets }) =>
      withLink(`${name} has no passkey any more.`, memberId, secrets),
  }),
  access: rootOnly,
}

function withLink(line: string, memberId: string, secrets: readonly Figure[]): Outcome {
  const link = secrets[0]?.after ?? ''
  return {
    ok: true,
    lines: [line],
    secretLines: [link, 'The link is valid once, for 24 hours. It is not shown again.'],
    json: { ok: true, id: memberId, link },
  }
}
