// The actions of admins on members of staff: invite, change roles, end, reset.
import { z } from 'zod'
import { type Action, action, change, figure } from '#platform/actions/action.ts'
import { textField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem } from '#values/problem.ts'
import { staffRoles } from '#values/staff/roles.ts'
import {
  changeRoles,
  endMember,
  type Invitation,
  inviteMember,
  readRoles,
  resetMember,
} from './manage-staff.ts'

type Services = {
  readonly db: Database
  readonly settings: { readonly consoleUrl: string }
}

const member = textField({ title: 'Member', description: 'Name, email address or id.' })
const roles = textField({
  title: 'Roles',
  description: `${staffRoles.join(', ')}, or partner: and the id of a programme. Separate them by commas.`,
})
const rules = {
  roles: ['admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'two admins',
} as const
const ofMember = { subject: { of: 'staff', field: 'member' } } as const

const linkOf = ({ settings }: Services, token: string) => [
  figure('Link, valid for 24 hours', `${settings.consoleUrl}/invitation/${token}`),
]

export const staffInvite: Action<Services, Invitation> = action({
  name: 'staff invite',
  title: 'Invite',
  summary: 'Adds a member of staff, and makes a link with which they create a passkey.',
  ...rules,
  input: z.object({
    name: textField({ title: 'Name' }, 120),
    email: z.email('This is no email address.').max(254).meta({ title: 'Email address' }),
    roles,
    shell_user: textField({ title: 'Name at the shell' }, 32).optional(),
  }),
  run: async (
    { services, staffId, approverId, record },
    { name, email, roles: text, shell_user },
  ) => {
    const given = readRoles(text)
    if (isProblem(given)) return given
    const member = { name, email, roles: given, shellUser: shell_user ?? null }
    const invitation = await inviteMember(services.db, { id: staffId, approverId }, member, record)
    if (isProblem(invitation)) return invitation
    return {
      figures: [
        figure('Name', name),
        figure('Email address', email),
        figure('Roles', given.join(', ')),
      ],
      secrets: linkOf(services, invitation.token),
      details: invitation,
    }
  },
})

type ChangedRoles = {
  readonly name: string
  readonly roles: readonly string[]
  readonly old: readonly string[]
}

export const staffRolesAction: Action<Services, ChangedRoles> = action({
  name: 'staff roles',
  title: 'Change roles',
  summary: 'Replaces the roles of a member of staff, at once.',
  ...rules,
  ...ofMember,
  input: z.object({ member, roles }),
  run: async ({ services, staffId, record }, { member, roles: text }) => {
    const given = readRoles(text)
    if (isProblem(given)) return given
    const changed = await changeRoles(services.db, { id: staffId }, member, given, record)
    if (isProblem(changed)) return changed
    return {
      figures: [
        figure('Member', changed.name),
        change('Roles', changed.old.join(', '), given.join(', ')),
      ],
      details: { ...changed, roles: given },
    }
  },
})

export const staffEnd: Action<Services, { readonly name: string }> = action({
  name: 'staff end',
  title: 'End',
  summary: 'Ends a member of staff: sessions, passkeys and invitations end at once.',
  ...rules,
  ...ofMember,
  approval: 'never',
  input: z.object({ member }),
  run: async ({ services, staffId, record }, { member }) => {
    const ended = await endMember(services.db, { id: staffId }, member, record)
    if (isProblem(ended)) return ended
    return {
      figures: [figure('Member', ended.name), change('State', 'active', 'ended')],
      details: ended,
    }
  },
})

export const staffReset: Action<Services, Invitation & { readonly name: string }> = action({
  name: 'staff reset',
  title: 'Reset the passkey',
  summary: 'Ends the passkeys and sessions of a member, and makes a new link.',
  ...rules,
  ...ofMember,
  input: z.object({ member }),
  run: async ({ services, staffId, approverId, record }, { member }) => {
    const reset = await resetMember(services.db, { id: staffId, approverId }, member, record)
    if (isProblem(reset)) return reset
    return {
      figures: [figure('Member', reset.name), change('Passkeys', 'as they were', 'none')],
      secrets: linkOf(services, reset.token),
      details: reset,
    }
  },
})

export const staffActions = [staffInvite, staffRolesAction, staffEnd, staffReset]
