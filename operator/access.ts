// Declares who may run a command: the roles of its action, the readers of a part, root alone, or any caller
// (docs/product.md#operators-commands).
import type { Actor } from '#operator/actor.ts'
import { actions } from '#server/actions.ts'
import { type ConsolePart, mayRead, readers } from '#values/staff/roles.ts'

export type Access =
  /** Changes data as these actions do. Their roles may run it. */
  | { readonly kind: 'action'; readonly actions: readonly string[] }
  /** Reads a part of the product, by the roles of the console. */
  | { readonly kind: 'read'; readonly part: ConsolePart }
  /** Needs the machine's administrator: keys, schema, backups, members of staff, settings. */
  | { readonly kind: 'root' }
  /** Reads what is public. */
  | { readonly kind: 'free' }

export const rootOnly: Access = { kind: 'root' }
export const freeOfRoles: Access = { kind: 'free' }
export const readsPart = (part: ConsolePart): Access => ({ kind: 'read', part })
export const actsAs = (...names: readonly string[]): Access => ({ kind: 'action', actions: names })

/** Commands that timers and units run with `--by system`: they back up, check, migrate and refresh rates. */
export const systemCommands: readonly string[] = [
  'backup',
  'batches audit',
  'drill',
  'ledger check',
  'log verify',
  'migrate',
  'providers check',
  'rates refresh',
  'runs record',
]

const actionsByName = new Map(actions.map((action) => [action.name, action]))

/** Returns the action of a name. Throws for an unknown one. */
export function actionOf(name: string) {
  const action = actionsByName.get(name)
  if (action === undefined) throw new Error(`There is no action "${name}".`)
  return action
}

type Guarded = { readonly name: string; readonly access: Access }

/** Returns why the actor may not run the command, or null. */
export function accessRefusal({ name, access }: Guarded, actor: Actor): string | null {
  if (actor.kind === 'system') {
    return systemCommands.includes(name)
      ? null
      : `system only runs ${systemCommands.join(', ')}: leave --by system out.`
  }
  if (actor.kind === 'root') return null
  switch (access.kind) {
    case 'free':
      return null
    case 'root':
      return rootOnlySentence(name)
    case 'read':
      return mayRead(actor.roles, access.part)
        ? null
        : roleSentence(name, readers[access.part], actor.roles)
    case 'action': {
      const allowed = [...new Set(access.actions.flatMap((each) => actionOf(each).roles))]
      return allowed.some((role) => actor.roles.includes(role))
        ? null
        : roleSentence(name, allowed, actor.roles)
    }
  }
}

export const rootOnlySentence = (name: string) =>
  `${name} is for root only, in a shell of its own: there SUDO_USER is not set.`

function roleSentence(name: string, allowed: readonly string[], roles: readonly string[]): string {
  return `${name} needs one of the roles ${allowed.join(', ')}. You have ${roles.join(', ')}.`
}
